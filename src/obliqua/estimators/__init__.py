"""The tree systems as scikit-learn classifiers, one module each."""
