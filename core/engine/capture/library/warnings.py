# Nothing warns while a file is captured: what catches warnings has none.
class warnings_catch_warnings:
    def __init__(self, record=False, **options):
        self.record = record

    def __enter__(self):
        return [] if self.record else None

    def __exit__(self, kind, value, traceback):
        return False
