import { BOOKS, type Book } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { verseCount } from '@pathlight/scripture/verse-counts.ts'
import { mostVerses, parseVerseId, verseId } from '@pathlight/scripture/verse-id.ts'
import { versesElsewhere } from '@pathlight/scripture/widest-chapters.ts'
import { type LastVerses, noteLastVerse } from '../last-verses.ts'
import { buildVerses } from '../verse-builder.ts'
import type { Added, VerseText } from '../version-writer.ts'
import { originalWord, type SourceWord } from '../words/verse-words.ts'
import { reachesEnd, watchEnds } from './cut-off.ts'
import { withoutEntities, withoutTags } from './escaped-twice.ts'
import { ImportRefused, type SourceLine } from './import-refused.ts'
import { knownBook } from './known-books.ts'
import { collectOddPlaces, type OddPlaces } from './odd-places.ts'
import { limitVerses } from './verse-limits.ts'
import { chapterNumberIn, plainNumber, verseNumberIn } from './written-numbers.ts'

const PSALMS = 19
const MATTHEW = 40
/** Hebrew texts with grammatical markup separate the prefix from the word by a slash: וַ/יְהִי. */
const PART_OF_WORD = /(?<=[\u0590-\u05ff])\/(?=[\u0590-\u05ff])/g
/**
 * The most beginnings of books. Some texts begin the book anew with each chapter: 1,189 times, and more with books
 * outside the 66.
 */
const MAX_BOOKS = 3_000
/** The most verses that may come twice with different words. A file with more of them contains two texts. */
const TWICE_MAX = 200

/** The contents of the files without the verses. */
export type Received = {
  /** For each chapter, the number of its last verse. */
  lastVerses: LastVerses
  /** The number of verses in the files. Joined verses count once. */
  named: number
  /** The number of verses without words and notes. Some editions omit verses. */
  empty: number
  /** The number of verses that cover several verse numbers. */
  bridges: number
  /** The names of books outside the 66, and of chapters beyond the end of a book, which were left out. */
  leftOut: string[]
  /** The file and line of a verse; null when no file has the verse. */
  placeOf: (verseId: number) => SourceLine | null
  odd: OddPlaces
}

/**
 * Builds verses from the calls of the readers. Refuses books and chapters that no Bible has (chapter 999).
 * Irregularities, such as a verse that comes twice, are recorded, and the words are kept. `strict` refuses most
 * irregularities.
 * The reader sets `place` to its position in the file. `emit` gets a verse again when more words of it come later, and
 * returns whether the verse was new, the same, or joined to its earlier words.
 */
export const receiveScripture = (place: SourceLine, emit: (verse: VerseText) => Added, strict = false) => {
  let emitted = 0
  const ends = watchEnds()
  /** The places at which verses come a second time, by verse id. A place is deleted when its verse ends. */
  const again = new Map<number, SourceLine>()
  const oddPlaces = collectOddPlaces()
  const builder = buildVerses(
    (verse) => {
      // All pieces of the verse are together only here, so marks that several pieces pile up are found.
      limits.piles(verse.text)
      const added = emit(verse)
      if (added === 'new') emitted += 1
      ends.look(verse.text, added === 'new')
      const at = again.get(verse.verse_id)
      again.delete(verse.verse_id)
      const before = seen.get(verse.verse_id)
      if (at === undefined || before === undefined) return
      const params = { verse: verse.verse_id, file: before.file, line: before.line }
      oddPlaces.add(added === 'same' ? 'same_verse_twice' : 'verse_twice', params, at)
      if (oddPlaces.countOf('verse_twice') > TWICE_MAX)
        throw new ImportRefused(
          `More than ${TWICE_MAX} verses come twice, in other words each time: these are two texts in one.`,
          at,
        )
    },
    (id) => {
      again.delete(id)
      oddPlaces.add('empty_verse', { verse: id }, seen.get(id) ?? null)
    },
  )
  const seen = new Map<number, SourceLine>()
  /**
   * Verses whose words are in the row of another verse, because the file joins them (verse 3 of 2-3). The value is the
   * other verse.
   */
  const holders = new Map<number, number>()
  const lastVerses: LastVerses = new Map()
  const leftOut: string[] = []
  let named = 0
  let bridges = 0
  let wrongNumbers = 0
  const lemmas = { none: new Set<string>(), several: new Set<string>() }
  /** A cache of original words by their attributes in the source. Many words have the same attributes. */
  const knownWords = new Map<string, ReturnType<typeof originalWord>>()
  let books = 0
  let book: Book | null = null
  /** Whether the current book, or the rest of it, is left out. */
  let isLeftOut = false
  /** Whether the reader is in chapter 0, which contains introductions. */
  let inIntroduction = false
  let chapter = 0
  /**
   * The place where the verse numbers began again at 1, from which this chapter was inferred; null when the file marks
   * the chapter.
   */
  let inferredAt: SourceLine | null = null
  /**
   * The id of the verse that began last, and the id of the last verse that it covers. Both are 0 at the beginning of a
   * chapter.
   */
  let current = 0
  let reach = 0
  /** Whether the chapter before this one has no verse. Some people write the numbers of all chapters in advance. */
  let followsEmpty = false
  let inHeading = false
  let inVerseZero = false

  const refuse: (reason: string) => never = (reason) => {
    throw new ImportRefused(reason, place)
  }
  /** Records an irregularity at the reader's present place, or refuses it with `reason` when `strict`. */
  const odd = (kind: Parameters<OddPlaces['add']>[0], params: Parameters<OddPlaces['add']>[1], reason: string) => {
    if (strict) refuse(reason)
    oddPlaces.add(kind, params, { ...place })
  }

  const limits = limitVerses(refuse)
  const startVerse = (id: number, through: number | null) => {
    limits.startAnew()
    builder.startVerse(id, through)
  }
  const addNote = (words: string) => {
    limits.note(words)
    builder.note(withoutTags(withoutEntities(words)))
  }

  const endVerseZero = () => {
    if (inVerseZero) builder.closeHeading()
    inVerseZero = false
  }

  const endHeading = () => {
    endVerseZero()
    // A verse that begins inside a title ends the title. The Hebrew numbering counts psalm titles as verses.
    if (inHeading) builder.closeHeading()
    inHeading = false
  }

  /** Adds the following words to `holder`: the open verse, or a verse that was emitted before. */
  const continueVerse = (holder: number, through: number | null) => {
    if (holder === current) {
      builder.continueVerse(through)
      return builder.text(' ')
    }
    current = holder
    startVerse(holder, through)
  }

  /**
   * Marks the verse numbers from `from` to `last` as read. Stops at a number that does not exist or was read before.
   * `holder`: the verse whose row gets the words. Returns the last marked number; 0 if there is none.
   */
  const coverNumbers = (of: Book, from: number, last: number, holder: number): number => {
    let covered = 0
    for (let number = from; number <= last; number++) {
      const id = verseId(of.index, chapter, number)
      if (!parseVerseId(id)) {
        odd(
          'no_such_verse',
          { verse: id, with: covered === 0 ? current : holder },
          `There is no verse ${of.name.en} ${chapter}:${number}.`,
        )
        break
      }
      const before = seen.get(id)
      if (before) {
        const reason = `${of.name.en} ${chapter}:${number} comes twice; it was there already at ${before.file}, line ${before.line}.`
        if (strict) refuse(reason)
        // A repeated first number is recorded later, when its words can be compared with the earlier ones.
        if (number > from) oddPlaces.add('verse_twice', { verse: id, ...before }, { ...place })
        break
      }
      const most = mostVerses(of, chapter)
      if (number > most)
        odd('beyond_count', { verse: id, most }, `There is no verse ${of.name.en} ${chapter}:${number}.`)
      seen.set(id, { ...place })
      if (id !== holder) holders.set(id, holder)
      covered = number
    }
    return covered
  }

  /**
   * Begins the next chapter when verse numbers begin again at 1 after the end of a chapter, although the file marks no
   * chapter.
   */
  const beginLostChapter = (of: Book) => {
    const reached = reach % 1000
    const next = chapter + 1
    const isOver = reached > 1 && reached === current % 1000 && reachesEnd(reached, verseCount(of, chapter))
    if (!isOver || !seen.has(verseId(of.index, chapter, 1)) || !hasChapter(of, next)) return
    const reason = `The verses of ${of.name.en} ${chapter} begin again at 1: chapter ${next} is not marked.`
    odd('chapter_not_marked', { book: of.name.en, chapter: next }, reason)
    beginChapter(of, next)
    inferredAt = { ...place }
  }

  const beginChapter = (of: Book, number: number) => {
    endHeading()
    builder.startChapter(strict ? null : verseId(of.index, number, 1))
    limits.startAnew()
    followsEmpty = chapter > 0 && reach === 0
    chapter = number
    current = 0
    reach = 0
    inferredAt = null
  }

  const verse = (first: number, last: number, part: boolean) => {
    endHeading()
    const of = book
    if (!of || inIntroduction) return
    if (chapter === 0) {
      const reason = `Verse ${first} comes before any chapter.`
      if (chapterCount(of) > 1) refuse(reason)
      odd('chapter_not_named', { book: of.name.en }, reason)
      builder.startChapter()
      chapter = 1
    }
    const id = verseId(of.index, chapter, first)
    if (first === 2 && builder.hasUnmarkedVerse()) {
      oddPlaces.add('verse_not_marked', { verse: id - 1 }, { ...place })
      seen.set(id - 1, { ...place })
      named += 1
    }
    if (first === 0) {
      // Some files number the title of a psalm as verse 0.
      if (of.index !== PSALMS) odd('verse_zero', { verse: id }, `There is no verse ${of.name.en} ${chapter}:0.`)
      builder.openHeading(of.index === PSALMS ? 'psalm' : 'minor')
      inVerseZero = true
      return
    }
    if (current === 0 && !parseVerseId(id)) {
      // The chapter has no earlier verse to which these words could be added, so they become verse 1.
      const written = String(first)
      const reason = `There is no verse ${of.name.en} ${chapter}:${first}.`
      odd('number_read', { verse: verseId(of.index, chapter, 1), written }, reason)
      return verse(1, 1, part)
    }
    if (last < first) {
      odd('number_read', { verse: id, written: `${first}-${last}` }, `${first}-${last} is no run of verses.`)
      return verse(first, first, part)
    }
    if (id < current && current < verseId(of.index, chapter + 1, 0))
      oddPlaces.add('out_of_order', { verse: id, after: current }, { ...place })
    // 4b after 4a, or after 3-4a, continues the verse before, which may now cover more numbers (4b-5).
    const continues = part && current > 0 && id >= current && id <= reach
    if (continues) {
      const reached = reach % 1000
      const wasBridge = reach > current
      const covered = Math.max(reached, coverNumbers(of, reached + 1, last, current))
      reach = verseId(of.index, chapter, covered)
      noteLastVerse(lastVerses, reach)
      if (reach > current && !wasBridge) bridges += 1
      return continueVerse(current, reach > current ? covered : null)
    }
    const covered = coverNumbers(of, first, last, id)
    if (covered === 0) return verseAgain(id)
    named += 1
    current = id
    reach = verseId(of.index, chapter, covered)
    noteLastVerse(lastVerses, reach)
    if (reach > current) bridges += 1
    startVerse(id, reach > current ? covered : null)
  }

  /** Begins a verse that has no number in the file. It gets the next number. */
  const nextVerse = () => {
    const of = book
    if (!of || inIntroduction) return
    const next = (current === 0 ? 0 : Math.max(reach, current) % 1000) + 1
    oddPlaces.add('verse_not_marked', { verse: verseId(of.index, Math.max(1, chapter), next) }, { ...place })
    verse(next, next, false)
  }

  /**
   * Begins a verse whose number came before or does not exist. Its words go to the verse with this number, or else to
   * the current verse.
   */
  const verseAgain = (id: number) => {
    if (seen.has(id)) {
      const holder = holders.get(id) ?? id
      if (holder === id) {
        again.set(id, { ...place })
        current = id
        reach = id
        return startVerse(id, null)
      }
      oddPlaces.add('verse_twice', { verse: id, ...(seen.get(id) ?? place) }, { ...place })
      return continueVerse(holder, holder === current && reach > current ? reach % 1000 : null)
    }
    continueVerse(current, reach > current ? reach % 1000 : null)
  }

  /** Makes a function do nothing outside a book, in a book that is left out, and in an introduction. */
  const within =
    <A extends unknown[]>(act: (...args: A) => void) =>
    (...args: A) => {
      if (book && !inIntroduction) act(...args)
    }
  /**
   * Makes a function do nothing in a book that is left out. A call before any book is refused, because the file would
   * otherwise be skipped without a message.
   */
  const withinBook =
    <A extends unknown[]>(act: (...args: A) => void) =>
    (...args: A) => {
      if (!book && !isLeftOut) refuse('A chapter or verse that is in no book: the book must be named before it.')
      if (book) act(...args)
    }

  const leaveOutBook = (name: string) => {
    leftOut.push(name)
    oddPlaces.add('book_passed_over', { book: name }, { ...place })
  }
  /** Leaves out the chapters that Greek and Latin Bibles have beyond the end of a book. */
  const leaveOutChapters = (of: Book, from: number) => {
    leftOut.push(`${of.name.en} from chapter ${from}`)
    oddPlaces.add('chapters_passed_over', { book: of.name.en, chapter: from }, { ...place })
    builder.endBook()
    book = null
    isLeftOut = true
  }
  const beginBook = (of: Book | null) => {
    books += 1
    if (books > MAX_BOOKS) refuse(`More than ${MAX_BOOKS} books.`)
    endHeading()
    builder.endBook()
    book = of
    isLeftOut = !of
    inIntroduction = false
    chapter = 0
    current = 0
    reach = 0
    inferredAt = null
  }

  /** Begins a book. `code`: an OSIS or USFM identifier (also with a number before it), or an English or Korean name. */
  const openBook = (code: string) => {
    const entry = knownBook(code)
    beginBook(entry === 'left out' ? null : entry)
    if (book) return
    if (entry === null) refuse(`There is no book "${code.slice(0, 40)}".`)
    leaveOutBook(code.trim())
  }

  return {
    place,
    refuse,
    openBook,
    /**
     * Begins a book by its number, 1 to 66. Books with the numbers 67 to 99 are left out. Without a number from 1 to 99
     * the name decides.
     */
    openBookNumber: (number: number, name: string) => {
      const isNumbered = number >= 1 && number < 100
      if (!isNumbered && name !== '') return openBook(name)
      if (!isNumbered) refuse(Number.isNaN(number) ? 'A book without a number.' : `There is no book number ${number}.`)
      beginBook(BOOKS[number - 1] ?? null)
      if (!book) leaveOutBook(name || `book ${number}`)
    },
    closeBook: () => {
      endHeading()
      builder.endBook()
      book = null
      isLeftOut = false
    },
    openChapter: withinBook((written: string) => {
      const plain = strict ? written : plainNumber(written, false)
      const number = chapterNumberIn(plain)
      const noNumber = `"${written.slice(0, 20)}" is no chapter number.`
      if (Number.isNaN(number)) refuse(noNumber)
      endHeading()
      const of = book
      if (!of) return
      if (!/^\d+$/.test(plain) && number > 0)
        odd('number_read', { verse: verseId(of.index, number, 0), written: written.trim().slice(0, 20) }, noNumber)
      const noChapter = `${of.name.en} has ${chapterCount(of)} chapters; there is no chapter ${number}.`
      if (number === 0) {
        odd('introduction_left_out', { book: of.name.en }, noChapter)
        inIntroduction = true
        return
      }
      inIntroduction = false
      if (!hasChapter(of, number)) {
        if ((strict && of.index === PSALMS) || versesElsewhere(of, number) === 0) refuse(noChapter)
        return leaveOutChapters(of, number)
      }
      if (inferredAt && number === chapter)
        throw new ImportRefused(
          `The verses of ${of.name.en} ${number - 1} come twice, and chapter ${number} after them: which are right?`,
          inferredAt,
        )
      beginChapter(of, number)
    }),
    /** Begins a verse by its number as the file writes it. */
    openVerse: withinBook((written: string) => {
      const number = verseNumberIn(plainNumber(written, strict), strict ? null : chapter)
      const noNumber = `"${written.slice(0, 20)}" is no verse number.`
      if (!strict && written.trim() === '') return nextVerse()
      if (!number) return refuse(noNumber)
      const { first, last, isPart, isOdd } = number
      if (book && !inIntroduction && isOdd)
        odd(
          'number_read',
          { verse: verseId(book.index, chapter, first), written: written.trim().slice(0, 20) },
          noNumber,
        )
      if (book && !inIntroduction && first === 1 && !isPart) beginLostChapter(book)
      verse(first, last, isPart)
    }),
    openVerses: withinBook(verse),
    /** Records that the file writes the current verse's number in an unusual form. */
    numberRead: (written: string) => {
      if (book && current > 0)
        oddPlaces.add('number_read', { verse: current, written: written.slice(0, 40) }, { ...place })
    },
    closeVerse: () => {
      endVerseZero()
      builder.endVerse()
    },
    text: (words: string) => {
      if (!book || inIntroduction || (chapter === 0 && !inHeading)) return
      limits.words(words)
      const plain = withoutEntities(words)
      const letters = plain.includes('/') ? plain.replace(PART_OF_WORD, '') : plain
      limits.piles(letters)
      builder.text(letters)
    },
    startLine: within(builder.startLine),
    openSpan: within((kind: Parameters<typeof builder.openSpan>[0]) => {
      limits.part()
      builder.openSpan(kind)
    }),
    closeSpan: within(builder.closeSpan),
    /** Begins a word of the original. The text until `closeWord` is the word itself, or its translation. */
    openWord: () => {
      if (!book || inIntroduction) return
      limits.part()
      builder.openWord()
    },
    /**
     * Ends a word of the original. `said`: the word's attributes in the source. `read` is called once for all words
     * with the same `said`.
     */
    closeWord: (said: string, read: () => SourceWord) => {
      if (!book || inIntroduction) return
      let known = knownWords.get(said)
      if (known === undefined) {
        known = originalWord(read())
        knownWords.set(said, known)
      }
      wrongNumbers += known.wrong
      builder.closeWord(known.word)
    },
    /** Records that the source's original words do not fit the open verse. The reader passes none of them on. */
    wordsDoNotFit: () => {
      if (current > 0) oddPlaces.add('words_do_not_fit', { verse: current }, { ...place })
    },
    /** Records a lemma for which the lexicon has no Strong's number, or several. Words with the lemma get no number. */
    lemmaWithoutNumber: (lemma: string, has: keyof typeof lemmas) => void lemmas[has].add(lemma),
    /** Whether the open book is in the New Testament, whose Strong's numbers are Greek. */
    isGreek: () => (book?.index ?? 0) >= MATTHEW,
    openHeading: within((kind: Parameters<typeof builder.openHeading>[0]) => {
      endHeading()
      limits.part()
      inHeading = true
      builder.openHeading(kind)
    }),
    closeHeading: within(() => {
      inHeading = false
      builder.closeHeading()
    }),
    note: (words: string) => {
      // A note before the first chapter belongs to an introduction, and is left out.
      if (book && !inIntroduction && (chapter > 0 || inHeading)) addNote(words)
    },
    /** Returns the text of an unfinished note. Refuses a text that is too long or has too many marks on a letter. */
    bounded: limits.bounded,
    /**
     * Adds a footnote at the end of an earlier verse of this chapter. If the chapter has no such verse, the footnote
     * goes to the open verse.
     */
    noteOn: (number: number, words: string) => {
      const of = book
      if (!of || inIntroduction || chapter === 0) return
      const id = verseId(of.index, chapter, number)
      const holder = holders.get(id) ?? id
      if (holder === current || !seen.has(id)) return addNote(words)
      startVerse(holder, null)
      addNote(words)
      current = holder
      reach = holder
    },
    /** Records a note without an end mark. The note ends with its line. */
    noteNotClosed: (reason: string) => {
      if (current > 0) odd('note_not_closed', { verse: current }, reason)
    },
    /** Whether the current chapter is complete. True outside of a book. */
    isAtEndOfChapter: () => book === null || (chapter > 0 && reachesEnd(reach % 1000, verseCount(book, chapter))),
    /**
     * Call this for a file whose last line has no line end. Refuses the file if it was cut off within a verse, title or
     * number.
     */
    endOfLastLine: (line: string) => {
      const of = book
      const reached = reach % 1000
      builder.endBook()
      const isInAdvance = followsEmpty && reached === 0
      if (of && chapter > 0 && !isInAdvance && ends.isCutOff(line, reached, verseCount(of, chapter)))
        refuse(
          `The file was cut off: it ends in the middle of ${of.name.en} ${chapter}${reached > 0 ? `:${reached}` : ''}.`,
        )
    },
    /** Records an irregularity that concerns the whole text. */
    odd: (kind: Parameters<OddPlaces['add']>[0], params: Parameters<OddPlaces['add']>[1]) =>
      oddPlaces.add(kind, params, null),
    strict,
    /** Call this after the last file. Emits the last verse. */
    end: (): Received => {
      endHeading()
      builder.endBook()
      const [none, several] = [lemmas.none.size, lemmas.several.size]
      if (none + several > 0) oddPlaces.add('lemmas_without_number', { none, several }, null)
      if (wrongNumbers > 0) oddPlaces.add('no_such_number', { count: wrongNumbers }, null)
      const placeOf = (id: number) => seen.get(id) ?? null
      return { lastVerses, named, empty: named - emitted, bridges, leftOut, placeOf, odd: oddPlaces }
    },
  }
}
export type ScriptureReceiver = ReturnType<typeof receiveScripture>
