/**
 * Copies by a selected text area. Browsers offer no clipboard to a page without TLS, but a text area works on such a page, too.
 */
const copyByHand = (text: string): boolean => {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}

/**
 * Puts the text on the clipboard, and beside it the same as `html`, for programs that take formatted text. A browser that refuses
 * HTML gets the text alone. Answers false if the browser allows no copying.
 */
export const copyText = async (text: string, html?: string): Promise<boolean> => {
  const { clipboard } = navigator
  if (html !== undefined)
    try {
      const forms = Object.entries({ 'text/plain': text, 'text/html': html })
      const blobs = forms.map(([type, content]) => [type, new Blob([content], { type })])
      await clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
      return true
    } catch {
      // The text alone.
    }
  try {
    await clipboard.writeText(text)
    return true
  } catch {
    return copyByHand(text)
  }
}
