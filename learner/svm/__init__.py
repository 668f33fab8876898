"""The multi-class SVM at a finite kernel width, next to the actor's closed form."""
