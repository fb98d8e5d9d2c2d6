"""Pictures drawn with matplotlib, one file each."""
