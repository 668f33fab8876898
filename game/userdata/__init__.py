"""What is the user's and outlives the program: settings, results, drafts, deleted levels."""
