def pad_sequence(sequences, batch_first=False, padding_value=0.0, padding_side="right"):
    try:
        sequences = tuple(sequences)  # @@/nn/utils/rnn.py:473=457 sequences = tuple(sequences)  # type: ignore[assignment]
    except TypeError:
        expected = "pad_sequence: Expected iterable for input sequences, but got arg of type: "
        raise RuntimeError(expected + str(type(sequences))) from None
    return torch._C._nn.pad_sequence(  # @@/nn/utils/rnn.py:481=465
        sequences, batch_first, padding_value, padding_side
    )


def unpad_sequence(padded_sequences, lengths, batch_first=False):
    sequences = []
    if not batch_first:
        padded_sequences.transpose_(0, 1)  # @@/nn/utils/rnn.py:522=509
    max_length = padded_sequences.shape[1]
    idx = torch.arange(max_length, device=lengths.device)  # @@/nn/utils/rnn.py:525=512
    # fmt: off
    for seq, length in zip(padded_sequences, lengths):  # @@/nn/utils/rnn.py:527=514 for seq, length in zip(padded_sequences, lengths): || for seq, length in zip(padded_sequences, lengths, strict=True):
        mask = idx < length  # @@/nn/utils/rnn.py:528=515
        sequences.append(seq[mask])  # @@/nn/utils/rnn.py:529=516 unpacked_seq = seq[mask]
    # fmt: on
    return sequences
