import type { HeadingKind, SpanKind } from '../verse-builder.ts'

/**
 * The meaning of a USFM 3 marker. USX and USFX use the same markers. `flow`: the text continues the paragraph before.
 * `plain`: the text has no special meaning.
 */
export type MarkerMeaning =
  | { is: 'paragraph' | 'blank' | 'flow' | 'left-out' | 'note' | 'cross-reference' | 'plain' | 'cell' }
  | { is: 'line'; indent: number }
  | { is: 'heading'; kind: HeadingKind }
  | { is: 'span'; kind: SpanKind }

const withMeaning = <M extends MarkerMeaning>(meaning: M, markers: string): [string, MarkerMeaning][] =>
  markers.split(/\s+/).map((marker) => [marker, meaning])

/** The markers of USFM 3.0 (https://ubsicap.github.io/usfm/) by meaning, without those of plain text. */
const MEANINGS = new Map<string, MarkerMeaning>([
  // Identification, introductions, titles, labels, figures, and the references within notes are not scripture.
  ...withMeaning(
    { is: 'left-out' },
    `id usfm ide sts rem h h1 h2 h3 toc toc1 toc2 toc3 toca1 toca2 toca3 imt imt1 imt2 imt3 imt4 is is1 is2 ip ipi im imi
     ipq imq ipr iq iq1 iq2 iq3 ib ili ili1 ili2 iot io io1 io2 io3 io4 iex imte imte1 imte2 ie mt mt1 mt2 mt3 mt4 mte mte1
     mte2 cl cp ca cd va vp restore lit periph pro rq fig fr fm fdc xo xop xta xdc ndx loc sts cat`,
  ),
  ...withMeaning({ is: 'heading', kind: 'section' }, 'ms ms1 s s1'),
  ...withMeaning({ is: 'heading', kind: 'minor' }, 'ms2 ms3 s2 s3 s4 s5 mr sr r sd sd1 sd2'),
  ...withMeaning({ is: 'heading', kind: 'psalm' }, 'd'),
  ...withMeaning({ is: 'heading', kind: 'acrostic' }, 'qa'),
  ...withMeaning({ is: 'heading', kind: 'speaker' }, 'sp'),
  ...withMeaning(
    { is: 'paragraph' },
    'p p1 p2 m po pr cls pmo pm pmc pmr pi pi1 pi2 pi3 mi pc ph ph1 ph2 ph3 phi lh lf lim lim1 lim2 tr pb psi',
  ),
  ...withMeaning({ is: 'flow' }, 'nb'),
  ...withMeaning({ is: 'blank' }, 'b'),
  ...withMeaning({ is: 'line', indent: 1 }, 'q q1 qm qm1 qr qc qd li li1'),
  ...withMeaning({ is: 'line', indent: 2 }, 'q2 qm2 li2'),
  ...withMeaning({ is: 'line', indent: 3 }, 'q3 qm3 li3'),
  ...withMeaning({ is: 'line', indent: 4 }, 'q4 qm4 li4'),
  ...withMeaning({ is: 'span', kind: 'jesus' }, 'wj'),
  ...withMeaning({ is: 'span', kind: 'added' }, 'add'),
  ...withMeaning({ is: 'span', kind: 'name' }, 'nd'),
  ...withMeaning({ is: 'span', kind: 'selah' }, 'qs'),
  ...withMeaning({ is: 'span', kind: 'quote' }, 'qt'),
  ...withMeaning({ is: 'note' }, 'f fe ef'),
  ...withMeaning({ is: 'cross-reference' }, 'x ex'),
  ...withMeaning(
    { is: 'cell' },
    'th th1 th2 th3 th4 th5 thr thr1 thr2 thr3 tc tc1 tc2 tc3 tc4 tc5 tcr tcr1 tcr2 tcr3 tcr4',
  ),
])

const PLAIN: MarkerMeaning = { is: 'plain' }

/** The meaning of a marker. The text of an unknown marker is plain text, as the USFM standard requires. */
export const meaningOf = (marker: string): MarkerMeaning => MEANINGS.get(marker) ?? PLAIN

/** Matches the verse number at the beginning of a note's \fr: 1:20, 1.20–21a, Gen 1:20, 1장 20절, 3:title. */
const ORIGIN =
  /^[^\p{L}\d]*(?:(?:[1-3]\s?)?[\p{L}\p{M}]{1,20}\.?\s(?=\d+\s?[:.,장편]\s?\d))?\d+(?:[a-f](?!\p{L}))?[장절편]?(?:(?:\s?[,.:;–-]\s?|(?<=[장편])\s)\d+(?:[a-f](?!\p{L}))?절?)*(?::title\b)?[\s,.:;)]*/u

/**
 * All words of a footnote. `origin`: the text of its \fr, which usually is the verse number. Some texts put the words
 * into \fr, too, and have no \ft. An origin without a number is used only if the note has no other words.
 */
export const wordsOfNote = (origin: string, text: string): string => {
  if (ORIGIN.test(origin)) return origin.replace(ORIGIN, '') + text
  return text.trim() === '' ? origin : text
}
