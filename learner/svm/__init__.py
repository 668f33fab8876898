"""The multi-class SVM at a finite kernel width, beside the closed form of the actor."""
