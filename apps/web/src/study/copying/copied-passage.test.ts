import { type CopyStyle, UNSET_COPY_STYLE } from '@pathlight/contracts/copy-rules.ts'
import { describe, expect, it } from 'vitest'
import { copiedPassage, type Passage } from './copied-passage.ts'

const ENGLISH: Passage = {
  version: 'KJV',
  reference: '1 Thessalonians 5:16-17',
  verses: [
    { number: '16', text: 'Rejoice evermore.' },
    { number: '17', text: 'Pray without ceasing.' },
  ],
}
const KOREAN: Passage = {
  version: 'KRV',
  reference: '요한복음 3:16',
  verses: [{ number: '16', text: '하나님이 세상을 이처럼 사랑하사' }],
}
const text = (passage: Passage, style: Partial<CopyStyle> = {}) =>
  copiedPassage(passage, { ...UNSET_COPY_STYLE, ...style }).text

describe('a copied passage', () => {
  it('has its numbers and its reference beneath where nothing was chosen', () => {
    expect(text(ENGLISH)).toBe('16 Rejoice evermore. 17 Pray without ceasing.\n1 Thessalonians 5:16-17 (KJV)')
    expect(text(KOREAN)).toBe('하나님이 세상을 이처럼 사랑하사\n요한복음 3:16 (개역한글)')
  })

  it.each<[string, Partial<CopyStyle>, string]>([
    ['the reference first', { reference: 'before' }, '요한복음 3:16 (개역한글)\n하나님이 세상을 이처럼 사랑하사'],
    ['the reference alone', { reference: 'only', quotes: 'curved' }, '요한복음 3:16 (개역한글)'],
    ['no version', { version: false }, '하나님이 세상을 이처럼 사랑하사\n요한복음 3:16'],
    ['curved marks', { quotes: 'curved', version: false }, '“하나님이 세상을 이처럼 사랑하사”\n요한복음 3:16'],
    ['corner marks', { quotes: 'corner', version: false }, '「하나님이 세상을 이처럼 사랑하사」\n요한복음 3:16'],
  ])('in Korean has %s where that was chosen', (_what, style, expected) => {
    expect(text(KOREAN, style)).toBe(expected)
  })

  it('in English has no numbers where none are wanted, and curved marks for corner ones', () => {
    const style = { numbers: false, quotes: 'corner', reference: 'before', version: false } as const
    expect(text(ENGLISH, style)).toBe('1 Thessalonians 5:16-17\n“Rejoice evermore. Pray without ceasing.”')
  })

  it('turns the marks of speech within its own into single ones', () => {
    const spoken = { ...ENGLISH, verses: [{ number: '4', text: 'He said, “Don’t weep.”' }] }
    expect(text(spoken, { quotes: 'curved' })).toContain('“He said, ‘Don’t weep.’”\n')
    expect(text(spoken)).toContain('He said, “Don’t weep.”\n')
  })

  it('is the same as HTML, in which nothing of the text is a tag', () => {
    const hostile = { ...ENGLISH, verses: [...ENGLISH.verses, { number: '18', text: 'a <b> & c' }] }
    expect(copiedPassage(hostile, UNSET_COPY_STYLE).html).toBe(
      '<p><sup>16</sup> Rejoice evermore. <sup>17</sup> Pray without ceasing. <sup>18</sup> a &lt;b&gt; &amp; c</p>' +
        '<p>1 Thessalonians 5:16-17 (KJV)</p>',
    )
  })
})
