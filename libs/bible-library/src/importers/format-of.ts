import { ImportRefused } from './import-refused.ts'

export type ImportFormat =
  | 'OSIS'
  | 'USFX'
  | 'Zefania'
  | 'USX'
  | 'USJ'
  | 'USFM'
  | 'Beblia or OpenSong'
  | 'Pathlight JSON'
  | 'catalogue JSON'
  | 'MorphGNT'

export const ROOTS: Record<string, ImportFormat> = {
  osis: 'OSIS',
  usfx: 'USFX',
  xmlbible: 'Zefania',
  usx: 'USX',
  bible: 'Beblia or OpenSong',
}
/** The number of characters within which the root element must begin. Comments and declarations may come before it. */
const MAX_BEFORE_ROOT = 100_000
export const NO_TEXT = {
  'another XML': 'This XML is none of OSIS, USFX, Zefania, USX, Beblia or OpenSong.',
  'web page': 'This is a web page and no Bible text. Where it was shown, there is mostly a link to the file itself.',
  'no text':
    'This is none of OSIS, USFX, Zefania, USX, USJ, USFM, Beblia, OpenSong, Pathlight JSON, MorphGNT or the open catalogue’s JSON.',
}

export const isNoText = (format: string): format is keyof typeof NO_TEXT => format in NO_TEXT

/**
 * Recognises the format by the beginning of the text; null when more text is needed. `file`: the file's name, only for
 * the message of a refusal.
 */
export const formatOf = (start: string, file: string): ImportFormat | keyof typeof NO_TEXT | null => {
  const text = start.replace(/^\ufeff/, '').trimStart()
  if (text.startsWith('\\')) return 'USFM'
  if (/^\{\s*[^\s"]/.test(text)) return 'no text'
  if (/^\{[^[]{0,500}"type"\s*:\s*"USJ"/.test(text)) return 'USJ'
  if (text.startsWith('{')) return /^\{\s*"(?:translation|books)"\s*:/.test(text) ? 'catalogue JSON' : 'Pathlight JSON'
  if (/^\d{6} \S\S \S{8} /.test(text)) return 'MorphGNT'
  if (text && !text.startsWith('<')) return 'no text'
  const markup = text.replace(/<\?.*?\?>|<!--.*?(?:-->|$)/gs, '').trimStart()
  if (/^(?:<!DOCTYPE\s+html|<html[\s>])/i.test(markup)) return 'web page'
  // All XML readers refuse a DOCTYPE and name its line, so any of them can be chosen.
  if (/^<!DOCTYPE/i.test(markup)) return 'OSIS'
  const root = /^<(?:[\w.-]+:)?([A-Za-z][\w.-]*)[\s/>]/.exec(markup)?.[1]
  if (root) return ROOTS[root.toLowerCase()] ?? 'another XML'
  if (text.length > MAX_BEFORE_ROOT)
    throw new ImportRefused('No element within the first 100,000 characters: this is no Bible text.', { file })
  return null
}
