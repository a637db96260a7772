import { normalForm } from './normal-form.ts'

/** The languages in which book names are known. */
export type BookLanguage = 'en' | 'ko'

/** One of the 66 books of the Bible. */
export type Book = {
  /** 1 (Genesis) to 66 (Revelation): the `book index` of a verse id, and the `bnumber` of Zefania XML. */
  readonly index: number
  /**
   * The full name. The English name is the one in the product's specification (Song of Solomon, not Song of Songs). The
   * Korean name is the one in the 개역한글 (the Korean Revised Version).
   */
  readonly name: Readonly<Record<BookLanguage, string>>
  /** The short name: in English that of the SBL Handbook (1 Cor), in Korean the usual one or two syllables (고전). */
  readonly abbreviation: Readonly<Record<BookLanguage, string>>
  /** The OSIS identifier, such as 1Cor. */
  readonly osis: string
  /** The three-letter identifier of USFM and USX, such as 1CO. */
  readonly usfm: string
  readonly testament: 'old' | 'new'
  /** Other spellings in either language, without spaces. */
  readonly otherNames: readonly string[]
}

/** One book: English name, Korean name, OSIS identifier, USFM identifier, Korean abbreviation, other spellings. */
type Row = readonly [en: string, ko: string, osis: string, usfm: string, koShort: string, others: string]

const ROWS: readonly Row[] = [
  ['Genesis', '창세기', 'Gen', 'GEN', '창', 'Ge Gn'],
  ['Exodus', '출애굽기', 'Exod', 'EXO', '출', 'Ex Exo 출애굽 탈출기'],
  ['Leviticus', '레위기', 'Lev', 'LEV', '레', 'Le Lv 레위'],
  ['Numbers', '민수기', 'Num', 'NUM', '민', 'Nu Nm Nb'],
  ['Deuteronomy', '신명기', 'Deut', 'DEU', '신', 'De Dt'],
  ['Joshua', '여호수아', 'Josh', 'JOS', '수', 'Jsh 여호수아기'],
  ['Judges', '사사기', 'Judg', 'JDG', '삿', 'Jg Jdgs Jdg 판관기'],
  ['Ruth', '룻기', 'Ruth', 'RUT', '룻', 'Ru Rth'],
  ['1 Samuel', '사무엘상', '1Sam', '1SA', '삼상', '1Sm 1S 사무엘기상'],
  ['2 Samuel', '사무엘하', '2Sam', '2SA', '삼하', '2Sm 2S 사무엘기하'],
  ['1 Kings', '열왕기상', '1Kgs', '1KI', '왕상', '1Kin 1Kng 1Kg 열왕상'],
  ['2 Kings', '열왕기하', '2Kgs', '2KI', '왕하', '2Kin 2Kng 2Kg 열왕하'],
  ['1 Chronicles', '역대상', '1Chr', '1CH', '대상', '1Chron 1Chro 역대기상 역대지상'],
  ['2 Chronicles', '역대하', '2Chr', '2CH', '대하', '2Chron 2Chro 역대기하 역대지하'],
  ['Ezra', '에스라', 'Ezra', 'EZR', '스', '에스라기 에즈라'],
  ['Nehemiah', '느헤미야', 'Neh', 'NEH', '느', 'Ne 느헤미야기'],
  ['Esther', '에스더', 'Esth', 'EST', '에', 'Es 에스더기 에스델 더'],
  ['Job', '욥기', 'Job', 'JOB', '욥', 'Jb'],
  ['Psalms', '시편', 'Ps', 'PSA', '시', 'Psalm Pslm Psm Psal'],
  ['Proverbs', '잠언', 'Prov', 'PRO', '잠', 'Pr Prv Pro'],
  ['Ecclesiastes', '전도서', 'Eccl', 'ECC', '전', 'Ec Eccles Qoh Qoheleth Koheleth 전도 코헬렛'],
  [
    'Song of Solomon',
    '아가',
    'Song',
    'SNG',
    '아',
    'SongOfSongs SolomonsSong Songs SongOfSol SoS So Sg Cant Canticles CanticleOfCanticles 아가서',
  ],
  ['Isaiah', '이사야', 'Isa', 'ISA', '사', 'Is 이사야서'],
  ['Jeremiah', '예레미야', 'Jer', 'JER', '렘', 'Je Jr 예레미야서'],
  ['Lamentations', '예레미야애가', 'Lam', 'LAM', '애', 'La 애가'],
  ['Ezekiel', '에스겔', 'Ezek', 'EZK', '겔', 'Eze 에스겔서 에제키엘'],
  ['Daniel', '다니엘', 'Dan', 'DAN', '단', 'Da Dn 다니엘서'],
  ['Hosea', '호세아', 'Hos', 'HOS', '호', 'Ho 호세아서'],
  ['Joel', '요엘', 'Joel', 'JOL', '욜', 'Jl 요엘서'],
  ['Amos', '아모스', 'Amos', 'AMO', '암', 'Am 아모스서'],
  ['Obadiah', '오바댜', 'Obad', 'OBA', '옵', 'Ob Obd 오바댜서 오바디야'],
  ['Jonah', '요나', 'Jonah', 'JON', '욘', 'Jnh 요나서'],
  ['Micah', '미가', 'Mic', 'MIC', '미', 'Mc 미가서 미카'],
  ['Nahum', '나훔', 'Nah', 'NAM', '나', 'Na 나훔서'],
  ['Habakkuk', '하박국', 'Hab', 'HAB', '합', 'Hb Habbakuk Habakuk 하박국서 하바꾹 하바쿡'],
  ['Zephaniah', '스바냐', 'Zeph', 'ZEP', '습', 'Zp 스바냐서 스바니야'],
  ['Haggai', '학개', 'Hag', 'HAG', '학', 'Hg 학개서 하깨 하까이'],
  ['Zechariah', '스가랴', 'Zech', 'ZEC', '슥', 'Zc 스가랴서 즈가리야 즈카르야'],
  ['Malachi', '말라기', 'Mal', 'MAL', '말', 'Ml 말라기서 말라키'],
  ['Matthew', '마태복음', 'Matt', 'MAT', '마', 'Mt 마태 마태오'],
  ['Mark', '마가복음', 'Mark', 'MRK', '막', 'Mk Mr 마가 마르코'],
  ['Luke', '누가복음', 'Luke', 'LUK', '눅', 'Lk Lu 누가 루가 루카'],
  ['John', '요한복음', 'John', 'JHN', '요', 'Jn Joh 요한'],
  ['Acts', '사도행전', 'Acts', 'ACT', '행', 'Ac ActsOfTheApostles 사도 행전'],
  ['Romans', '로마서', 'Rom', 'ROM', '롬', 'Ro Rm 로마'],
  ['1 Corinthians', '고린도전서', '1Cor', '1CO', '고전', '1Co 고린도1서 고린토전서 코린토1서'],
  ['2 Corinthians', '고린도후서', '2Cor', '2CO', '고후', '2Co 고린도2서 고린토후서 코린토2서'],
  ['Galatians', '갈라디아서', 'Gal', 'GAL', '갈', 'Ga 갈라디아'],
  ['Ephesians', '에베소서', 'Eph', 'EPH', '엡', 'Ep Ephes 에베소 에페소서'],
  ['Philippians', '빌립보서', 'Phil', 'PHP', '빌', 'Pp 빌립보 필립비서 필리피서'],
  ['Colossians', '골로새서', 'Col', 'COL', '골', '골로새 골로사이서 콜로새서'],
  [
    '1 Thessalonians',
    '데살로니가전서',
    '1Thess',
    '1TH',
    '살전',
    '1Thes 1Ts 데살로니가1서 데살로니카전서 테살로니카1서',
  ],
  [
    '2 Thessalonians',
    '데살로니가후서',
    '2Thess',
    '2TH',
    '살후',
    '2Thes 2Ts 데살로니가2서 데살로니카후서 테살로니카2서',
  ],
  ['1 Timothy', '디모데전서', '1Tim', '1TI', '딤전', '1Tm 디모데1서 디모테오전서 티모테오1서'],
  ['2 Timothy', '디모데후서', '2Tim', '2TI', '딤후', '2Tm 디모데2서 디모테오후서 티모테오2서'],
  ['Titus', '디도서', 'Titus', 'TIT', '딛', 'Ti 디도 티토서'],
  ['Philemon', '빌레몬서', 'Phlm', 'PHM', '몬', 'Philem Phile Pm 빌레몬 필레몬서'],
  ['Hebrews', '히브리서', 'Heb', 'HEB', '히', '히브리'],
  ['James', '야고보서', 'Jas', 'JAS', '약', 'Jm Jam 야고보'],
  ['1 Peter', '베드로전서', '1Pet', '1PE', '벧전', '1Pt 1P 베드로1서'],
  ['2 Peter', '베드로후서', '2Pet', '2PE', '벧후', '2Pt 2P 베드로2서'],
  ['1 John', '요한일서', '1John', '1JN', '요일', '1Jo 1Joh 1Jhn 1J 요한1서'],
  ['2 John', '요한이서', '2John', '2JN', '요이', '2Jo 2Joh 2Jhn 2J 요한2서'],
  ['3 John', '요한삼서', '3John', '3JN', '요삼', '3Jo 3Joh 3Jhn 3J 요한3서'],
  ['Jude', '유다서', 'Jude', 'JUD', '유', '유다 Jd'],
  [
    'Revelation',
    '요한계시록',
    'Rev',
    'REV',
    '계',
    'Re Rv Revelations Apocalypse Apoc TheRevelation 계시록 묵시록 요한묵시록',
  ],
]

/** The index of Malachi. */
const LAST_OF_OLD_TESTAMENT = 39

/** The 66 books in canonical order. */
export const BOOKS: readonly Book[] = ROWS.map(([en, ko, osis, usfm, koShort, others], place) => ({
  index: place + 1,
  name: { en, ko },
  abbreviation: { en: osis.replace(/^(\d)/, '$1 '), ko: koShort },
  osis,
  usfm,
  testament: place < LAST_OF_OLD_TESTAMENT ? 'old' : 'new',
  otherNames: others.split(' '),
}))

/** A name in the form in which names are compared: lower case, without spaces and punctuation. */
const bare = (text: string): string =>
  normalForm(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The book of each known spelling. The keys are spellings in the form that `bare` returns. */
const SPELLINGS: ReadonlyMap<string, Book> = new Map(
  BOOKS.flatMap((book) =>
    [book.name.en, book.name.ko, book.osis, book.usfm, book.abbreviation.ko, ...book.otherNames].map(
      (spelling) => [bare(spelling), book] as const,
    ),
  ),
)

/** Matches an ordinal before the name of a numbered book: I, II, III, 1st, First … */
const ORDINAL = /^(?:(iii|3rd|third)|(ii|2nd|second)|(i|1st|first))(?=\p{L})/u
const withDigit = (name: string): string =>
  name.replace(ORDINAL, (_, third?: string, second?: string) => (third ? '3' : second ? '2' : '1'))

const FULL_NAMES = BOOKS.map((book) => ({ book, names: [bare(book.name.en), bare(book.name.ko)] }))

/**
 * The only book whose full name begins with `name`. Null if no book's name does, if several do, or if `name` has fewer
 * than three letters (in Korean, two syllables).
 */
const byBeginning = (name: string): Book | null => {
  if (name.length < (/\p{Script=Hangul}/u.test(name) ? 2 : 3)) return null
  const [only, ...more] = FULL_NAMES.filter(({ names }) => names.some((full) => full.startsWith(name)))
  return only && more.length === 0 ? only.book : null
}

/**
 * The book that a text names in English or Korean: by a full name, an abbreviation, an OSIS or USFM identifier, or an
 * unambiguous beginning. Case, spaces, punctuation and Unicode form do not count. Null if the text names no book, or
 * could mean several books.
 */
export const findBook = (text: string): Book | null => {
  // No book's name has more than 100 characters, even with a space after each letter.
  if (text.length > 100) return null
  const name = bare(text)
  const numbered = withDigit(name)
  return SPELLINGS.get(name) ?? SPELLINGS.get(numbered) ?? byBeginning(numbered)
}

/** The book with this index, 1 (Genesis) to 66 (Revelation); null for any other number. */
export const bookByIndex = (index: number): Book | null => BOOKS[index - 1] ?? null

/** A book's full name in a language: John, 요한복음. */
export const bookName = (book: Book, language: BookLanguage): string => book.name[language]
