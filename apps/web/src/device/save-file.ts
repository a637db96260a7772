/** How long the browser needs the address to start saving, in milliseconds. */
const ADDRESS_LIVES_MS = 60_000

/** A file name that every system accepts, made of `title`. If the title leaves no character, it is `otherwise`. */
export const fileName = (title: string, otherwise: string): string =>
  title
    .replace(/[\\/:*?"<>|\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 80) || otherwise

/** Saves a file among the person's downloads. */
export const saveFile = (name: string, file: Blob): void => {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), ADDRESS_LIVES_MS)
}
