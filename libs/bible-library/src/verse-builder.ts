import type { Verse } from '@pathlight/contracts/bible.ts'
import { isClosing, plainNote, plainWords, squeeze, unwrapped, WORDS } from './plain-words.ts'
import type { VerseText } from './version-writer.ts'
import type { OriginalWord, VerseWord } from './words/verse-words.ts'

type Heading = NonNullable<Verse['headings']>[number]
type Break = NonNullable<Verse['breaks']>[number]
type Span = NonNullable<Verse['spans']>[number]
type Note = NonNullable<Verse['notes']>[number]

export type HeadingKind = Heading['kind']
export type SpanKind = Span['kind']

type OpenVerse = {
  id: number
  through: number | null
  text: string
  headings: Heading[]
  breaks: Break[]
  spans: Span[]
  notes: Note[]
  words: VerseWord[]
  /** Spans that are open here; `start` is null until the first letter after the opening. */
  open: { kind: SpanKind; start: number | null }[]
  /** The words that are open here, in the same way. */
  openWords: { start: number | null }[]
}

// Scripts that are written without spaces: two lines of theirs are joined without one.
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u
const BEFORE_NO_SPACE = /^ ?[,.;:!?)\]’”»…—–]/
const PSALMS = 19
// The specification's section title: angle brackets at a verse's start, and no tag such as <b> or </i>.
const ANGLE_HEADING = /^<(?!\/|[a-z][a-z0-9]*[ >/])([^<>]{1,200})>\s*/

/** What Korean files write where an edition has no verse: (없음), (17절에 포함되어 있음). */
const NOT_THERE = /^[([{（〔]\s*[^()[\]{}]{0,20}(?:없음|(?:포함|합쳐|붙어)[^()[\]{}]{0,12})\s*[)\]}）〕]\s*\.?$/u
/** {다윗의 시} before the words of a psalm: its title. */
const BRACED_TITLE = /^\{([^{}]{0,200}\p{Script=Hangul}[^{}]{0,200})\}\s+(?=\S)/u
/** {셀라}. */
const BRACED_SELAH = /\{(셀라)\}/u

/**
 * Turns what a reader of any format meets, in order, into verses: plain text with one space between words, and what
 * lies over it by UTF-16 offset. Spans may run over several verses; breaks and headings wait for the verse that
 * follows them. `emit` gets each verse once for each time that it was begun, when the next one begins or at the end;
 * `empty` the id of one that turned out to have neither words nor notes.
 */
export const buildVerses = (emit: (verse: VerseText) => void, empty: (id: number) => void = () => {}) => {
  let verse: OpenVerse | null = null
  /** False between a verse's end and the next one's start, in formats that say where a verse ends. */
  let inside = false
  /** Words that stand in no verse. */
  let loose = ''
  /** Quotation marks that stand before the verse that they open. */
  let marksBefore = ''
  let headings: Heading[] = []
  let heading: { kind: HeadingKind; text: string } | null = null
  let headingNotes: string[] = []
  let pendingBreak: { kind: Break['kind']; indent?: number } | null = null
  let openSpans: SpanKind[] = []
  /** The first verse of the chapter, as long as it has not begun: words may come before it, or be it without a number. */
  let awaited: number | null = null
  /** The verse consists of words that stood before its number. */
  let isUnmarked = false

  const letGoOfLooseText = () => {
    const text = squeeze(loose)
    if (WORDS.test(text)) headings.push({ kind: 'minor', text })
    else marksBefore += text
    loose = ''
  }

  /** Nothing has come since the verse ended that would belong to the next one. */
  const justEnded = () => headings.length === 0 && !pendingBreak && !loose.trim() && !marksBefore

  const closeSpanOf = (of: OpenVerse, span: OpenVerse['open'][number], end: number) => {
    if (span.start !== null && span.start < end) of.spans.push({ start: span.start, end, kind: span.kind })
  }

  /** Takes letters out of the text, and moves every offset behind them. */
  const cutOut = (of: OpenVerse, from: number, length: number): void => {
    const back = (offset: number) => (offset <= from ? offset : Math.max(from, offset - length))
    of.text = of.text.slice(0, from) + of.text.slice(from + length)
    of.breaks = of.breaks.map((one) => ({ ...one, at: back(one.at) }))
    of.notes = of.notes.map((one) => ({ ...one, at: back(one.at) }))
    of.spans = of.spans
      .map((one) => ({ ...one, start: back(one.start), end: back(one.end) }))
      .filter(({ start, end }) => start < end)
    of.words = of.words
      .map((one) => ({ ...one, start: back(one.start), end: back(one.end) }))
      .filter(({ start, end }) => start < end)
  }

  /** Takes headings in brackets off the start of the text. */
  const takeBracketedHeadings = (of: OpenVerse): void => {
    const isPsalm = Math.floor(of.id / 1_000_000) === PSALMS && of.id % 1000 === 1
    const title = isPsalm ? BRACED_TITLE.exec(of.text) : null
    const found = title ?? ANGLE_HEADING.exec(of.text)
    if (!found) return
    cutOut(of, 0, found[0].length)
    of.headings.push({ kind: title ? 'psalm' : 'section', text: squeeze(found[1] ?? '') })
    takeBracketedHeadings(of)
  }

  const takeBracesOffSelah = (of: OpenVerse): void => {
    const found = BRACED_SELAH.exec(of.text)
    if (!found) return
    const end = found.index + found[0].length
    cutOut(of, end - 1, 1)
    cutOut(of, found.index, 1)
    of.spans.push({ start: found.index, end: end - 2, kind: 'selah' })
    takeBracesOffSelah(of)
  }

  const flush = () => {
    if (!verse) return
    const done = verse
    verse = null
    const end = done.text.trimEnd().length
    for (const span of done.open) closeSpanOf(done, span, end)
    done.text = done.text.slice(0, end)
    if (NOT_THERE.test(done.text)) {
      done.text = ''
      done.breaks = []
      done.spans = []
      done.words = []
    }
    takeBracketedHeadings(done)
    takeBracesOffSelah(done)
    const [top] = done.breaks
    // A blank line above the first line of a chapter is none.
    if (done.id % 1000 === 1 && top?.at === 0 && top.kind === 'stanza') top.kind = 'line'
    if (!done.text && done.notes.length === 0) {
      // A verse that the edition leaves out: what stood before it now stands before the next.
      headings = [...done.headings, ...headings]
      empty(done.id)
      return
    }
    const inText = (offset: number) => Math.min(offset, done.text.length)
    emit({
      verse_id: done.id,
      text: done.text,
      ...(done.through !== null && { through: done.through }),
      ...(done.headings.length > 0 && { headings: done.headings }),
      ...(done.breaks.length > 0 && { breaks: done.breaks }),
      ...(done.spans.length > 0 && {
        spans: done.spans
          .map((span) => ({ ...span, end: inText(span.end) }))
          .filter(({ start, end: stop }) => start < stop)
          .sort((a, b) => a.start - b.start || b.end - a.end),
      }),
      ...(done.notes.length > 0 && { notes: done.notes.map((note) => ({ ...note, at: inText(note.at) })) }),
      ...(done.words.length > 0 && { words: done.words }),
    })
  }

  const placeBreak = (to: OpenVerse, next: string) => {
    if (!pendingBreak) return
    const before = to.text.trimEnd()
    const joined = NO_SPACES.test(before.at(-1) ?? '') && NO_SPACES.test(next[0] ?? '')
    if (before) to.text = joined ? before : `${before} `
    to.breaks.push({ at: to.text.length, ...pendingBreak })
    pendingBreak = null
  }

  /** Adds words to a verse: squeezed already, so there is at most one space in a row. */
  const append = (to: OpenVerse, squeezed: string) => {
    let words = squeezed
    if (to.text.endsWith(' ') && BEFORE_NO_SPACE.test(words) && to.notes.at(-1)?.at === to.text.length - 1) {
      // The source set off its note by spaces: 'throw out <note/>, but' is 'throw out, but'.
      to.text = to.text.trimEnd()
      words = words.trimStart()
    }
    const rest = to.text === '' || to.text.endsWith(' ') || pendingBreak ? words.replace(/^ /, '') : words
    if (!rest) return
    if (rest === ' ') {
      to.text += ' '
      return
    }
    if (headings.length > 0) {
      // A title within a verse: the wire has titles before verses only.
      to.headings.push(...headings)
      to.notes.push(...headingNotes.map((text) => ({ at: to.text.trimEnd().length, text })))
      headings = []
      headingNotes = []
      if (to.text && !to.text.endsWith(' ')) to.text += ' '
    }
    placeBreak(to, rest)
    const lead = rest.startsWith(' ') ? 1 : 0
    for (const span of [...to.open, ...to.openWords]) span.start ??= to.text.length + lead
    to.text += rest
  }

  const beginVerse = (id: number, through: number | null) => {
    inside = true
    verse = {
      id,
      through,
      text: '',
      headings,
      breaks: [],
      spans: [],
      notes: headingNotes.map((text) => ({ at: 0, text })),
      words: [],
      open: openSpans.map((kind) => ({ kind, start: null })),
      openWords: [],
    }
    headings = []
    headingNotes = []
    append(verse, marksBefore)
    marksBefore = ''
  }

  /** Words before a chapter's first verse are a title of it, unless they turned out to be the verse. */
  const endUnmarked = (isVerse: boolean) => {
    const unmarked = isUnmarked ? verse : null
    isUnmarked = false
    awaited = null
    if (!unmarked || isVerse) return
    verse = null
    inside = false
    headings = [...unmarked.headings, { kind: 'minor', text: squeeze(unmarked.text) }, ...headings]
    headingNotes = [...unmarked.notes.map(({ text }) => text), ...headingNotes]
    const last = unmarked.breaks.at(-1)
    if (last && !pendingBreak)
      pendingBreak = { kind: last.kind, ...(last.indent !== undefined && { indent: last.indent }) }
  }

  return {
    /** A verse begins. */
    startVerse: (id: number, through: number | null) => {
      endUnmarked(id === (verse?.id ?? 0) + 1)
      letGoOfLooseText()
      flush()
      beginVerse(id, through)
    },
    /** Words have come before the first verse of the chapter: they are it, if the next that is begun is the second. */
    hasUnmarkedVerse: () => isUnmarked,
    /** More of the verse that was begun last (4b after 4a). `through`: as far as it is now known to reach. */
    continueVerse: (through: number | null) => {
      letGoOfLooseText()
      inside = true
      if (verse) verse.through = through
    },
    /** A verse ends, in formats that say so. */
    endVerse: () => {
      inside = false
    },
    /** What follows is of another chapter than the verse before; `first`: its first verse, if it may come without a number. */
    startChapter: (first: number | null = null) => {
      endUnmarked(false)
      const text = squeeze(loose)
      if (verse && WORDS.test(text)) {
        // A line after the chapter's last verse, as a doxology that the edition does not number.
        verse.notes.push({ at: verse.text.trimEnd().length, text })
        loose = ''
      }
      letGoOfLooseText()
      flush()
      inside = false
      awaited = first
    },
    /** Words of the verse, or of the heading that is open. */
    text: (raw: string) => {
      const words = plainWords(raw)
      if (heading) heading.text += words
      else if (verse && (inside || (isClosing(words) && !loose && justEnded()))) append(verse, words)
      else if (!verse && awaited !== null && WORDS.test(words)) {
        beginVerse(awaited, null)
        isUnmarked = true
        if (verse) append(verse, unwrapped(loose) + words)
        loose = ''
      } else if (verse && WORDS.test(words) && loose.trim() === '' && justEnded()) {
        // In the middle of a line a writer left words outside of any verse.
        append(verse, verse.text.endsWith(' ') || words.startsWith(' ') ? words : ` ${words}`)
        loose = ''
      } else loose += words
    },
    /** A paragraph, poetry line or stanza begins; it shows where the next words are. */
    startLine: (kind: Break['kind'], indent?: number) => {
      const stanza = kind === 'stanza' || (kind === 'line' && pendingBreak?.kind === 'stanza')
      pendingBreak = {
        kind: stanza ? 'stanza' : kind,
        ...(kind !== 'paragraph' && { indent: Math.min(4, Math.max(1, indent ?? 1)) }),
      }
    },
    openSpan: (kind: SpanKind) => {
      openSpans.push(kind)
      verse?.open.push({ kind, start: null })
    },
    closeSpan: (kind: SpanKind) => {
      const place = openSpans.lastIndexOf(kind)
      if (place < 0) return
      openSpans.splice(place, 1)
      const open = verse?.open.findLastIndex((span) => span.kind === kind) ?? -1
      const [span] = verse?.open.splice(open, open < 0 ? 0 : 1) ?? []
      if (verse && span) closeSpanOf(verse, span, verse.text.trimEnd().length)
    },
    /** A word of the original begins, under the letters that follow; one outside of a verse's text is passed over. */
    openWord: () => {
      if (!heading) verse?.openWords.push({ start: null })
    },
    /** The word that was begun last, and is open still, ends. `word`: what the source says of it; null: nothing. */
    closeWord: (word: OriginalWord | null) => {
      if (!verse || heading) return
      const start = verse.openWords.pop()?.start ?? null
      const end = verse.text.trimEnd().length
      if (word && start !== null && start < end) verse.words.push({ start, end, ...word })
    },
    openHeading: (kind: HeadingKind) => {
      letGoOfLooseText()
      heading = { kind, text: '' }
    },
    closeHeading: () => {
      const text = squeeze(heading?.text ?? '')
      if (heading && text) headings.push({ kind: heading.kind, text })
      heading = null
    },
    /** A footnote at this place; one of a heading goes to the start of the verse after it. */
    note: (raw: string) => {
      const text = plainNote(raw)
      if (!text) return
      if (verse && !heading && (inside || justEnded())) verse.notes.push({ at: verse.text.trimEnd().length, text })
      else headingNotes.push(text)
    },
    /** A book ends: what still waits (a subscription, a closing title) becomes notes of its last verse. */
    endBook: () => {
      endUnmarked(false)
      letGoOfLooseText()
      if (verse) {
        append(verse, marksBefore)
        const at = verse.text.trimEnd().length
        for (const { text } of headings) verse.notes.push({ at, text })
        for (const text of headingNotes) verse.notes.push({ at, text })
      }
      flush()
      headings = []
      headingNotes = []
      marksBefore = ''
      pendingBreak = null
      openSpans = []
      inside = false
    },
  }
}
export type VerseBuilder = ReturnType<typeof buildVerses>
