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
  /** The open spans. `start` is null until the span's text begins. */
  open: { kind: SpanKind; start: number | null }[]
  /**
   * The open original words: Hebrew or Greek words whose translation is being read (words/verse-words.ts). `start` is
   * null until the translation begins.
   */
  openWords: { start: number | null }[]
}

// In scripts without spaces, two lines are joined without a space.
const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u
const BEFORE_NO_SPACE = /^ ?[,.;:!?)\]’”»…—–]/
const PSALMS = 19
// Matches a section title as the product's specification writes it: text in angle brackets at the start of a verse.
// Does not match a tag such as <b> or </i>.
const ANGLE_HEADING = /^<(?!\/|[a-z][a-z0-9]*[ >/])([^<>]{1,200})>\s*/

/** Matches the placeholder for an omitted verse in Korean files: (없음), (17절에 포함되어 있음). */
const NOT_THERE = /^[([{（〔]\s*[^()[\]{}]{0,20}(?:없음|(?:포함|합쳐|붙어)[^()[\]{}]{0,12})\s*[)\]}）〕]\s*\.?$/u
/** Matches a psalm's title in braces before the words of verse 1: {다윗의 시}. */
const BRACED_TITLE = /^\{([^{}]{0,200}\p{Script=Hangul}[^{}]{0,200})\}\s+(?=\S)/u
const BRACED_SELAH = /\{(셀라)\}/u

/**
 * Builds verses from the calls of a reader of any format. A verse is plain text with one space between words, and
 * spans, breaks and notes with UTF-16 offsets. A break or heading belongs to the verse of the words after it. `emit`
 * gets a verse when the next verse or chapter begins, or the book ends. A verse without words and notes is not emitted;
 * `empty` gets its id.
 */
export const buildVerses = (emit: (verse: VerseText) => void, empty: (id: number) => void = () => {}) => {
  let verse: OpenVerse | null = null
  /** Whether the next text belongs to the open verse. False before a chapter's first number, and after `endVerse`. */
  let inside = false
  /** Text outside of verses. */
  let loose = ''
  /** Punctuation before a verse, such as quotation marks. The next verse begins with it. */
  let marksBefore = ''
  let headings: Heading[] = []
  let heading: { kind: HeadingKind; text: string } | null = null
  let headingNotes: string[] = []
  let pendingBreak: { kind: Break['kind']; indent?: number } | null = null
  let openSpans: SpanKind[] = []
  /**
   * The id of the chapter's first verse until its number comes; null if words before the number cannot be that verse.
   */
  let awaited: number | null = null
  /** Whether the open verse consists of words without a number, which may turn out to be a title. */
  let isUnmarked = false

  /** Turns the text outside of verses into a heading. Punctuation alone goes before the words of the next verse. */
  const flushLooseText = () => {
    const text = squeeze(loose)
    if (WORDS.test(text)) headings.push({ kind: 'minor', text })
    else marksBefore += text
    loose = ''
  }

  /** Whether only white space has come since the verse ended. */
  const justEnded = () => headings.length === 0 && !pendingBreak && !loose.trim() && !marksBefore

  const closeSpanOf = (of: OpenVerse, span: OpenVerse['open'][number], end: number) => {
    if (span.start !== null && span.start < end) of.spans.push({ start: span.start, end, kind: span.kind })
  }

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

  /** Turns titles at the start of the text into headings: in angle brackets, or in braces in a psalm's verse 1. */
  const takeBracketedHeadings = (of: OpenVerse): void => {
    const isPsalm = Math.floor(of.id / 1_000_000) === PSALMS && of.id % 1000 === 1
    const title = isPsalm ? BRACED_TITLE.exec(of.text) : null
    const match = title ?? ANGLE_HEADING.exec(of.text)
    if (!match) return
    cutOut(of, 0, match[0].length)
    of.headings.push({ kind: title ? 'psalm' : 'section', text: squeeze(match[1] ?? '') })
    takeBracketedHeadings(of)
  }

  const takeBracesOffSelah = (of: OpenVerse): void => {
    const match = BRACED_SELAH.exec(of.text)
    if (!match) return
    const end = match.index + match[0].length
    cutOut(of, end - 1, 1)
    cutOut(of, match.index, 1)
    of.spans.push({ start: match.index, end: end - 2, kind: 'selah' })
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
    // A chapter does not begin with a blank line.
    if (done.id % 1000 === 1 && top?.at === 0 && top.kind === 'stanza') top.kind = 'line'
    if (!done.text && done.notes.length === 0) {
      // The edition omits this verse, so its headings go to the next verse.
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

  /** Appends words to a verse. The words must not contain two spaces in a row. */
  const append = (to: OpenVerse, squeezed: string) => {
    let words = squeezed
    if (to.notes.at(-1)?.at === to.text.length - 1 && to.text.endsWith(' ') && BEFORE_NO_SPACE.test(words)) {
      // The source has spaces around the note: 'throw out <note/>, but' becomes 'throw out, but'.
      to.text = to.text.trimEnd()
      words = words.trimStart()
    }
    // A verse does not begin with white space of any kind, such as the full-width space before 神.
    if (to.text === '') words = words.trimStart()
    const isApart = to.text === '' || pendingBreak !== null || to.text.endsWith(' ')
    const addition = isApart && words.startsWith(' ') ? words.slice(1) : words
    if (!addition) return
    if (addition.trim() === '') {
      // A line of white space has no words to place a break before.
      to.text += addition
      return
    }
    if (headings.length > 0) {
      // A title in the middle of a verse moves before the verse, because `headings` have no offsets.
      to.headings.push(...headings)
      to.notes.push(...headingNotes.map((text) => ({ at: to.text.trimEnd().length, text })))
      headings = []
      headingNotes = []
      if (to.text && !to.text.endsWith(' ')) to.text += ' '
    }
    placeBreak(to, addition)
    const lead = addition.startsWith(' ') ? 1 : 0
    for (const span of to.open) span.start ??= to.text.length + lead
    for (const word of to.openWords) word.start ??= to.text.length + lead
    to.text += addition
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

  /**
   * Decides about words before the number of a chapter's first verse: they stay verse 1 if `isVerse`, or else become a
   * title.
   */
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
    startVerse: (id: number, through: number | null) => {
      endUnmarked(id === (verse?.id ?? 0) + 1)
      flushLooseText()
      flush()
      beginVerse(id, through)
    },
    /** Whether words came before the chapter's first verse number. If verse 2 comes next, the words are verse 1. */
    hasUnmarkedVerse: () => isUnmarked,
    /** Continues the last verse (4b after 4a). `through`: the last number that the whole verse covers. */
    continueVerse: (through: number | null) => {
      flushLooseText()
      inside = true
      if (verse) verse.through = through
    },
    /** Ends the verse. Called only where the source marks the end of the verse. */
    endVerse: () => {
      inside = false
    },
    /** Begins a chapter. `first`: the id of its first verse, if the verse may lack its number. */
    startChapter: (first: number | null = null) => {
      endUnmarked(false)
      const text = squeeze(loose)
      if (verse && WORDS.test(text)) {
        // Text after the chapter's last verse, for example a doxology without a number, becomes a note.
        verse.notes.push({ at: verse.text.trimEnd().length, text })
        loose = ''
      }
      flushLooseText()
      flush()
      inside = false
      awaited = first
    },
    /** Adds text to the open heading or the verse that it belongs to. Other text is kept as `loose`. */
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
        // Words directly after the end of a verse, in the middle of a line, belong to the verse.
        append(verse, verse.text.endsWith(' ') || words.startsWith(' ') ? words : ` ${words}`)
        loose = ''
      } else loose += words
    },
    /** Begins a paragraph, a line of poetry or a stanza. The break is placed before the next words. */
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
    /**
     * Begins an original word. The text until `closeWord` is its translation, or the word itself. Does nothing in a
     * heading.
     */
    openWord: () => {
      if (!heading) verse?.openWords.push({ start: null })
    },
    /** Ends the last open original word. `word`: the source's data about the word; null for none. */
    closeWord: (word: OriginalWord | null) => {
      if (!verse || heading) return
      const start = verse.openWords.pop()?.start ?? null
      const end = verse.text.trimEnd().length
      if (word && start !== null && start < end) verse.words.push({ ...word, start, end })
    },
    openHeading: (kind: HeadingKind) => {
      flushLooseText()
      heading = { kind, text: '' }
    },
    closeHeading: () => {
      const text = squeeze(heading?.text ?? '')
      if (heading && text) headings.push({ kind: heading.kind, text })
      heading = null
    },
    /**
     * Adds a footnote at the end of the verse's text so far. A footnote in a heading, or after a heading, break or text
     * outside of verses, goes before the next words.
     */
    note: (raw: string) => {
      const text = plainNote(raw)
      if (!text) return
      if (verse && !heading && (inside || justEnded())) verse.notes.push({ at: verse.text.trimEnd().length, text })
      else headingNotes.push(text)
    },
    /** Ends a book. Text after its last verse (a subscription, a closing title) becomes notes of that verse. */
    endBook: () => {
      endUnmarked(false)
      flushLooseText()
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
