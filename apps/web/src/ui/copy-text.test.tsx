// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

/** The content of the clipboard, by media type. */
let copied: Record<string, string> = {}
class Item {
  readonly forms: Record<string, Blob>
  constructor(forms: Record<string, Blob>) {
    this.forms = forms
  }
}
const write = vi.fn(async ([item]: readonly Item[]) => {
  for (const [type, blob] of Object.entries(item?.forms ?? {})) copied[type] = await blob.text()
})
const writeText = vi.fn(async (text: string) => {
  copied = { 'text/plain': text }
})

beforeEach(() => {
  vi.clearAllMocks()
  copied = {}
  vi.stubGlobal('ClipboardItem', Item)
  vi.stubGlobal('navigator', { clipboard: { write, writeText } })
})
afterEach(() => vi.unstubAllGlobals())

describe('copying', () => {
  it('puts a text and the same as HTML on the clipboard at once', async () => {
    expect(await copyText('So loved', '<p>So loved</p>')).toBe(true)
    expect(copied).toEqual({ 'text/plain': 'So loved', 'text/html': '<p>So loved</p>' })
    expect(writeText).not.toHaveBeenCalled()
  })

  it.each([
    ['refuses HTML', () => void write.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))],
    ['knows no HTML', () => void vi.stubGlobal('ClipboardItem', undefined)],
  ])('takes the text alone where the browser %s', async (_what, arrange) => {
    arrange()
    expect(await copyText('So loved', '<p>So loved</p>')).toBe(true)
    expect(copied).toEqual({ 'text/plain': 'So loved' })
  })

  it('copies by hand where there is no clipboard, and says where that fails too', async () => {
    vi.stubGlobal('navigator', {})
    const answers = [true, false]
    document.execCommand = () => answers.shift() ?? false
    expect([await copyText('x', '<p>x</p>'), await copyText('x')]).toEqual([true, false])
    expect(document.querySelector('textarea')).toBeNull()
  })
})
