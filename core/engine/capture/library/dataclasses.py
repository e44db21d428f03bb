def dataclasses_replace(obj, **changes):
    return type(obj)(**{**vars(obj), **changes})


class _Field:
    def __init__(self, name):
        self.name = name


def dataclasses_fields(class_or_instance):
    return tuple([_Field(name) for name in class_or_instance.__dataclass_fields__])


def dataclasses_is_dataclass(obj):
    return hasattr(obj, "__dataclass_fields__")


def _dataclasses_value(value):
    if hasattr(value, "__dataclass_fields__"):
        return dataclasses_asdict(value)
    if isinstance(value, (list, tuple)):
        return type(value)([_dataclasses_value(one) for one in value])
    if isinstance(value, dict):
        return {key: _dataclasses_value(one) for key, one in value.items()}
    return value


def dataclasses_asdict(obj):
    return {field.name: _dataclasses_value(getattr(obj, field.name)) for field in dataclasses_fields(obj)}


def dataclasses_astuple(obj):
    return tuple([_dataclasses_value(getattr(obj, field.name)) for field in dataclasses_fields(obj)])
