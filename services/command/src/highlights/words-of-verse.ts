import { RuleBroken } from '@pathlight/domain/rule.ts'

type Range = { readonly startOffset: number; readonly endOffset: number; readonly selectedText: string }

/**
 * Splits text into written characters: a surrogate pair, a Hangul syllable of several jamo, or a letter with its marks
 * is one character.
 */
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' })

const splitsCharacter = (text: string, offset: number): boolean =>
  offset > 0 && offset < text.length && characters.segment(text).containing(offset)?.index !== offset

/**
 * Checks a range against `text`, the verse's text. If `text` is null (not installed), only the length of the range is
 * checked, against the words that the client sent. Throws RuleBroken.
 */
export const checkRange = (text: string | null, { startOffset, endOffset, selectedText }: Range): void => {
  const whole = text ?? selectedText
  const [start, end] = text === null ? [0, endOffset - startOffset] : [startOffset, endOffset]
  if (start >= end || end > whole.length)
    throw new RuleBroken('invalid', 'bad_offsets', 'The selected range is not part of the verse.')
  if (splitsCharacter(whole, start) || splitsCharacter(whole, end))
    throw new RuleBroken('invalid', 'bad_offsets', 'The selected range is not part of the verse.')
  if (whole.slice(start, end) !== selectedText)
    throw new RuleBroken('invalid', 'other_words', 'The selected words are not what the verse has there.')
}
