"""Who meets whom in a tournament, and who stands where: pure rules, without any database.

Players are known by their start numbers, from 1, the strongest first. Points are half points.
"""
