import { withoutHalfCharacter } from '@pathlight/contracts/excerpt-rules.ts'

/** How long the file's address stays valid, in milliseconds. The browser needs the address until saving has begun. */
const ADDRESS_LIVES_MS = 60_000

/**
 * Makes a file name from `title`, without characters that some systems refuse, of at most 80 UTF-16 units. If nothing
 * of the title is left, the name is `otherwise`.
 */
export const fileName = (title: string, otherwise: string): string =>
  withoutHalfCharacter(
    title
      .replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, 80),
  ).trim() || otherwise

export const saveFile = (name: string, file: Blob): void => {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_LIVES_MS)
}
