"""Page data into the files of a site; the one room of the site that leaves something behind."""
