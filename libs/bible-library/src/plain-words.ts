import { normalForm } from '@pathlight/scripture/normal-form.ts'

// No-break space and its narrow kin are typography and stay; these runs are only how the source was wrapped.
const WRAPPING = /[ \t\r\n]+/g
// Characters that no reader sees and that would spoil search and offsets: controls, soft hyphen, byte-order mark.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\ufeff]/g
const LINE_SEPARATORS = /[\u0085\u2028\u2029]/g
// Marks of punctuation that stand alone between two verses belong to one of them.
export const WORDS = /[\p{L}\p{N}]/u
const OPENING = /^ ?[\p{Pi}\p{Ps}¿¡]/u

/** Whether this is what ends a sentence or quotation. */
export const isClosing = (words: string): boolean => words.trim() !== '' && !WORDS.test(words) && !OPENING.test(words)

/** Text with one space between words, and none around them. */
export const squeeze = (text: string): string => text.replace(WRAPPING, ' ').trim()

/** Words as a source has them, without what no reader sees; a run of blanks becomes one space. */
export const plainWords = (raw: string): string =>
  normalForm(raw, 'NFC').replace(LINE_SEPARATORS, ' ').replace(INVISIBLE, '').replace(WRAPPING, ' ')

/** A note as a source has it, without what no reader sees. */
export const plainNote = (raw: string): string => squeeze(normalForm(raw, 'NFC').replace(INVISIBLE, ''))

/** Words with one space for each run of blanks. */
export const unwrapped = (words: string): string => words.replace(WRAPPING, ' ')
