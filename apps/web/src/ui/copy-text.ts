/** Copies by selecting a text area. This works also on a page without TLS, to which browsers offer no clipboard. */
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
 * Copies a text, and `html` with the same content for programs that take formatted text. If the browser refuses HTML,
 * copies the text alone. Returns false if the browser refuses to copy.
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
      // The browser refuses HTML, so the text is copied alone.
    }
  try {
    await clipboard.writeText(text)
    return true
  } catch {
    return copyByHand(text)
  }
}
