"""What is the user's and outlives the program: settings and best results."""
