import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { PrivateServer } from '@pathlight/testing/private-servers.ts'

// Alters the file of EventStoreDB like an intruder who can write to its disk. The test server's file has one frame for
// each append: length and CRC-32, then for each event its length and EventStoreDB's message RecordedEvent (protobuf).

/**
 * The fields of RecordedEvent with the event's place: stream, revision, positions. All other fields have the event's
 * content.
 */
const PLACE_FIELDS = new Set([2, 3, 4, 5])
const COMMIT_POSITION = 5
const FRAME_HEAD = 8

type Field = { readonly number: number; readonly value: bigint; readonly bytes: Buffer }
export type StoredEvent = { readonly position: bigint; readonly fields: readonly Field[] }

/** Decodes a protobuf varint. `end`: the offset after it. */
const varint = (bytes: Buffer, from: number): { value: bigint; end: number } => {
  let value = 0n
  for (let end = from, shift = 0n; ; shift += 7n) {
    const byte = bytes[end++] ?? 0
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return { value, end }
  }
}

/** The fields of a RecordedEvent, which has only varints and fields with a length. */
const fieldsOf = (bytes: Buffer): Field[] => {
  const fields: Field[] = []
  for (let at = 0; at < bytes.length; ) {
    const { value: tag, end } = varint(bytes, at)
    const { value, end: after } = varint(bytes, end)
    const hasLength = (tag & 7n) === 2n
    if (!hasLength && (tag & 7n) !== 0n) throw new Error(`An event has a field of another sort: ${tag}`)
    const till = hasLength ? after + Number(value) : after
    fields.push({ number: Number(tag >> 3n), value, bytes: bytes.subarray(at, till) })
    at = till
  }
  return fields
}

const eventsIn = (file: Buffer): StoredEvent[] => {
  const events: StoredEvent[] = []
  for (let at = 0; at < file.length; ) {
    const length = file.readUInt32LE(at)
    const payload = file.subarray(at + FRAME_HEAD, at + FRAME_HEAD + length)
    for (let inside = 0; inside < length; ) {
      const size = payload.readUInt32LE(inside)
      const fields = fieldsOf(payload.subarray(inside + 4, inside + 4 + size))
      const position = fields.find(({ number }) => number === COMMIT_POSITION)?.value ?? 0n
      events.push({ position, fields })
      inside += 4 + size
    }
    at += FRAME_HEAD + length
  }
  return events
}

const asFile = (events: readonly StoredEvent[]): Buffer =>
  Buffer.concat(
    events.map(({ fields }) => {
      const message = Buffer.concat(fields.map(({ bytes }) => bytes))
      const frame = Buffer.alloc(FRAME_HEAD + 4)
      frame.writeUInt32LE(message.length, FRAME_HEAD)
      const payload = Buffer.concat([frame.subarray(FRAME_HEAD), message])
      frame.writeUInt32LE(payload.length, 0)
      frame.writeUInt32LE(crc32(payload), 4)
      return Buffer.concat([frame.subarray(0, FRAME_HEAD), payload])
    }),
  )

/** The event with one letter of its sealed words changed. Its length stays the same. */
export const withOtherByte = (event: StoredEvent): StoredEvent => ({
  ...event,
  fields: event.fields.map((field) => {
    const at = field.bytes.indexOf('"sealed":"') + 50
    if (at < 50) return field
    const bytes = Buffer.from(field.bytes)
    bytes.write(bytes[at] === 0x41 ? 'B' : 'A', at, 'latin1')
    return { ...field, bytes }
  }),
})

/** An event at the place of the first event, with the content of the second. */
export const atPlaceOf = (place: StoredEvent, written: StoredEvent): StoredEvent => ({
  position: place.position,
  fields: [
    ...place.fields.filter(({ number }) => PLACE_FIELDS.has(number)),
    ...written.fields.filter(({ number }) => !PLACE_FIELDS.has(number)),
  ],
})

/** Stops the server, alters its file, and starts it again. Answers a function that restores the file. */
export const alterEventStore = async (
  server: PrivateServer,
  alter: (events: readonly StoredEvent[]) => readonly StoredEvent[],
): Promise<() => Promise<void>> => {
  const path = join(server.data, 'events.log')
  await server.kill()
  const before = readFileSync(path)
  writeFileSync(path, asFile(alter(eventsIn(before))))
  await server.restart()
  return async () => {
    await server.kill()
    writeFileSync(path, before)
    await server.restart()
  }
}
