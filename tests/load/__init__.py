"""An exam hall against a real installation: how fast it is under load (`make load`), what survives blows (`make drill`).

Both start an installation of their own (`installation`), fill a hall with candidates (`hall`), let them work as the exam's
pages do (`candidate`), and then ask the database whether every answer that was acknowledged is there (`check`).
"""
