import { normalForm } from '@pathlight/scripture/normal-form.ts'

// No-break space and its narrow kin are typography and stay; these runs are only how the source was wrapped.
const WRAPPING = /[ \t\r\n]+/g
// Characters that no reader sees and that would spoil search and offsets: controls, soft hyphen, byte-order mark.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\ufeff]/g
const LINE_SEPARATORS = /[\u2028\u2029]/g
// What windows-1252 has at these places: files of it that were taken for Latin-1 have its quotation marks and dashes there.
const C1 = /[\u0080-\u009f]/g
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const withoutC1 = (text: string): string =>
  text.replace(C1, (sign) => {
    const meant = WINDOWS_1252.charAt(sign.charCodeAt(0) - 0x80)
    return meant === sign ? ' ' : meant
  })
// Marks of punctuation that stand alone between two verses belong to one of them.
export const WORDS = /[\p{L}\p{N}]/u
const OPENING = /^ ?[\p{Pi}\p{Ps}¿¡]/u

/** Whether this is what ends a sentence or quotation. */
export const isClosing = (words: string): boolean => words.trim() !== '' && !WORDS.test(words) && !OPENING.test(words)

/** Text with one space between words, and none around them. */
export const squeeze = (text: string): string => text.replace(WRAPPING, ' ').trim()

/** Words as a source has them, without what no reader sees; a run of blanks becomes one space. */
export const plainWords = (raw: string): string =>
  withoutC1(normalForm(raw, 'NFC')).replace(LINE_SEPARATORS, ' ').replace(INVISIBLE, '').replace(WRAPPING, ' ')

/** A note as a source has it, without what no reader sees. */
export const plainNote = (raw: string): string => squeeze(withoutC1(normalForm(raw, 'NFC')).replace(INVISIBLE, ''))

/** Words with one space for each run of blanks. */
export const unwrapped = (words: string): string => words.replace(WRAPPING, ' ')
