const textOf = (bytes: Uint8Array, length: number) => String.fromCharCode(...bytes.subarray(0, length))

/** Whether a file is an SQLite database, by its first 16 bytes. */
export const isDatabase = (bytes: Uint8Array): boolean => textOf(bytes, 16) === 'SQLite format 3\0'
/** Whether a file is a zip, by its first 4 bytes. */
export const isZip = (bytes: Uint8Array): boolean => ['PK\x03\x04', 'PK\x05\x06'].includes(textOf(bytes, 4))
