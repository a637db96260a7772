import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A person's message of the contact form. */
export type ContactMessage = {
  readonly name: string
  readonly email: string
  readonly message: string
  /** ISO 8601. */
  readonly sentAt: string
}

/** Messages of the contact form that were not mailed: a file each, which the operator reads and removes. */
export type KeptMessages = {
  /** Stores a message; the same `id` twice is one file. Answers its path. */
  keep(id: string, message: ContactMessage): Promise<string>
  /** The number of messages. */
  count(): Promise<number>
}

const asText = ({ name, email, message, sentAt }: ContactMessage): string =>
  `From: ${name} <${email}>\nSent: ${sentAt}\n\n${message}\n`

/** Stores messages in `folder`, which is made with the first message. Only the app's own user can read them. */
export const keptMessages = (folder: string): KeptMessages => ({
  keep: async (id, message) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, `${message.sentAt.replaceAll(/[^\dT]/g, '').slice(0, 15)}-${id}.txt`)
    // Written completely or not at all, whatever ends this process meanwhile.
    await writeFile(`${file}.part`, asText(message), { mode: 0o600, flush: true })
    await rename(`${file}.part`, file)
    return file
  },
  count: async () => {
    const names = await readdir(folder).catch(() => [])
    return names.filter((name) => name.endsWith('.txt')).length
  },
})
