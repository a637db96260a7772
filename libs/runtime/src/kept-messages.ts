import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A person's message of the contact form. */
export type ContactMessage = {
  readonly name: string
  readonly email: string
  readonly message: string
  /** The time of sending: ISO 8601. */
  readonly sentAt: string
}

/** Messages of the contact form that were not mailed. Each is a file, which the operator reads and removes. */
export type KeptMessages = {
  /**
   * Stores a message and returns the path of its file. A repeat with the same `id` and `sentAt` gives the same file.
   */
  keep(id: string, message: ContactMessage): Promise<string>
  count(): Promise<number>
}

const asText = ({ name, email, message, sentAt }: ContactMessage): string =>
  `From: ${name} <${email}>\nSent: ${sentAt}\n\n${message}\n`

/** Stores messages in `folder`, which the first message creates. Only the app's own user can read them. */
export const keptMessages = (folder: string): KeptMessages => ({
  keep: async (id, message) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${message.sentAt.replaceAll(/[^\dT]/g, '').slice(0, 15)}-${id}.txt`)
    // The file gets its name only when it is complete, so no `.txt` file has only a part of a message.
    await writeFile(`${file}.part`, asText(message), { mode: 0o600, flush: true })
    await rename(`${file}.part`, file)
    return file
  },
  count: async () => {
    const names = await readdir(folder).catch(() => [])
    return names.filter((name) => name.endsWith('.txt')).length
  },
})
