"""What has to be posted: rows that are written with what they tell, and claimed by one worker."""
