import { normalForm } from '@pathlight/scripture/normal-form.ts'

// Matches white space of the source's line wrapping. No-break spaces belong to the typography and do not match.
const WRAPPING = /[ \t\r\n]+/g
// Invisible characters that would disturb search and offsets: controls, soft hyphen, byte-order mark.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out.
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\ufeff]/g
const LINE_SEPARATORS = /[\u2028\u2029]/g
// C1 controls. A windows-1252 file that was decoded as Latin-1 has C1 controls in place of quotation marks and dashes,
// so `withoutC1` replaces each control by the character of windows-1252.
const C1 = /[\u0080-\u009f]/g
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const withoutC1 = (text: string): string =>
  text.replace(C1, (sign) => {
    const character = WINDOWS_1252.charAt(sign.charCodeAt(0) - 0x80)
    return character === sign ? ' ' : character
  })
/** Matches a letter or digit. Text without one is only punctuation. */
export const WORDS = /[\p{L}\p{N}]/u
const OPENING = /^ ?[\p{Pi}\p{Ps}¿¡]/u

/** Whether the text is only closing punctuation, which belongs to the verse before. */
export const isClosing = (words: string): boolean => words.trim() !== '' && !WORDS.test(words) && !OPENING.test(words)

/** Text with one space between words, and no space at its ends. */
export const squeeze = (text: string): string => text.replace(WRAPPING, ' ').trim()

/** Matches text that `plainWords` may change. Printable ASCII text without double spaces does not match. */
const NOT_PLAIN = /[^ -~]| {2}/

/**
 * The words of a source in normal form NFC, without invisible characters, and with one space for each match of
 * WRAPPING.
 */
export const plainWords = (raw: string): string =>
  NOT_PLAIN.test(raw)
    ? withoutC1(normalForm(raw, 'NFC')).replace(LINE_SEPARATORS, ' ').replace(INVISIBLE, '').replace(WRAPPING, ' ')
    : raw

/**
 * Cleans the text of a footnote: normal form NFC, no invisible characters, one space between words, and none at the
 * ends.
 */
export const plainNote = (raw: string): string => squeeze(withoutC1(normalForm(raw, 'NFC')).replace(INVISIBLE, ''))

/** Replaces each match of WRAPPING by one space. */
export const unwrapped = (words: string): string => words.replace(WRAPPING, ' ')
