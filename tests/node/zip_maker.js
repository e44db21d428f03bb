/**
 * ZIP files made for tests, in every form that Seesaw must read: written apart from what reads them.
 *
 * makeZip([{ name: 'version', bytes, deflate: true, descriptor: true }], { zip64: true, prefix: 10, comment: 'text' })
 */
import { crc32, deflateRawSync } from 'node:zlib';

/**
 * @typedef {{ name: string, bytes: Buffer | string, deflate?: boolean, descriptor?: boolean, flags?: number,
 *   method?: number, crc?: number, listed?: { name?: string, method?: number, at?: number } }} Given
 *   `listed`: what the directory says in place of the truth
 */

/**
 * `end64`: the ZIP64 end records alone, which no number needs; `reserved`: bytes of the extensible part of the ZIP64
 * end; `between`: bytes between the directory and its end; `behind`: bytes behind the archive; `size`: what the
 * directory says of every entry.
 * @param {Given[]} entries
 * @param {{ zip64?: boolean, end64?: boolean, reserved?: number, prefix?: number, comment?: string, between?: number,
 *   behind?: number, size?: number, disks?: number }} [form]
 */
export function makeZip(
  entries,
  {
    zip64 = false,
    end64: records = zip64,
    reserved = 0,
    prefix = 0,
    comment = '',
    between = 0,
    behind = 0,
    size,
    disks = 0,
  } = {},
) {
  const pieces = [Buffer.alloc(prefix, 'x')];
  /** @type {Buffer[]} */
  const directory = [];
  let at = 0;
  for (const { name, bytes, deflate = false, descriptor = false, flags = 0, method, crc, listed = {} } of entries) {
    const data = Buffer.from(bytes);
    const packed = deflate ? deflateRawSync(data) : data;
    const sum = crc ?? crc32(data);
    const extra = Buffer.alloc(zip64 ? 28 : 0);
    if (zip64) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      extra.writeBigUInt64LE(BigInt(data.length), 4);
      extra.writeBigUInt64LE(BigInt(packed.length), 12);
      extra.writeBigUInt64LE(BigInt(at), 20);
    }
    const head = (/** @type {boolean} */ central) => {
      const out = Buffer.alloc(central ? 46 : 30);
      const start = central ? 6 : 4;
      out.writeUInt32LE(central ? 0x02014b50 : 0x04034b50, 0);
      out.writeUInt16LE(zip64 ? 45 : 20, start);
      out.writeUInt16LE(flags | (descriptor ? 8 : 0), start + 2);
      out.writeUInt16LE((central ? listed.method : undefined) ?? method ?? (deflate ? 8 : 0), start + 4);
      const known = central || !descriptor;
      out.writeUInt32LE(known ? sum : 0, start + 10);
      out.writeUInt32LE(!known ? 0 : zip64 && central ? 0xffffffff : packed.length, start + 14);
      out.writeUInt32LE(
        !known ? 0 : zip64 && central ? 0xffffffff : central ? (size ?? data.length) : data.length,
        start + 18,
      );
      out.writeUInt16LE(Buffer.byteLength(central ? (listed.name ?? name) : name), start + 22);
      if (central) {
        out.writeUInt16LE(extra.length, 30);
        out.writeUInt32LE(zip64 ? 0xffffffff : (listed.at ?? at), 42);
      }
      return out;
    };
    directory.push(Buffer.concat([head(true), Buffer.from(listed.name ?? name), extra]));
    const local = Buffer.concat([head(false), Buffer.from(name), packed]);
    const trailer = Buffer.alloc(descriptor ? 16 : 0);
    if (descriptor) {
      trailer.writeUInt32LE(0x08074b50, 0);
      trailer.writeUInt32LE(sum, 4);
      trailer.writeUInt32LE(packed.length, 8);
      trailer.writeUInt32LE(data.length, 12);
    }
    pieces.push(local, trailer);
    at += local.length + trailer.length;
  }
  const list = Buffer.concat(directory);
  const gap = Buffer.alloc(between, 'x');
  const end64 = Buffer.alloc(records ? 76 + reserved : 0);
  if (records) {
    end64.writeUInt32LE(0x06064b50, 0);
    end64.writeBigUInt64LE(BigInt(44 + reserved), 4);
    end64.writeBigUInt64LE(BigInt(entries.length), 24);
    end64.writeBigUInt64LE(BigInt(entries.length), 32);
    end64.writeBigUInt64LE(BigInt(list.length), 40);
    end64.writeBigUInt64LE(BigInt(at), 48);
    const locator = 56 + reserved;
    end64.writeUInt32LE(0x07064b50, locator);
    end64.writeBigUInt64LE(BigInt(at + list.length + between), locator + 8);
    end64.writeUInt32LE(1, locator + 16);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(disks, 4);
  end.writeUInt16LE(zip64 ? 0xffff : entries.length, 8);
  end.writeUInt16LE(zip64 ? 0xffff : entries.length, 10);
  end.writeUInt32LE(zip64 ? 0xffffffff : list.length, 12);
  end.writeUInt32LE(zip64 ? 0xffffffff : at, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  return Buffer.concat([...pieces, list, gap, end64, end, Buffer.from(comment), Buffer.alloc(behind, 'x')]);
}
