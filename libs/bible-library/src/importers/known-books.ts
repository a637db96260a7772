import { BOOKS, type Book, findBook } from '@pathlight/scripture/books.ts'

/**
 * Books outside the 66, and front and back matter, by USFM and OSIS identifiers and by English names without spaces
 * (외경 is Korean for the Apocrypha). They are recognised and left out.
 */
const LEFT_OUT = new Set(
  `tobit judith wisdom wisdomofsolomon sirach ecclesiasticus baruch letterofjeremiah epistleofjeremy epistleofjeremiah susanna
  belandthedragon prayerofmanasseh prayerofazariah songofthethree songofthethreeyoungmen 1maccabees 2maccabees 3maccabees
  4maccabees 1esdras 2esdras psalm151 psalmsofsolomon odes laodiceans enoch jubilees additionstoesther additionstodaniel
  addesther adddaniel 외경 tob jdt esg wis sir bar lje s3y sus bel 1ma 2ma 3ma 4ma 1es 2es man ps2 oda pss eza 5ez 6ez dag ps3 2ba lba jub eno 1mq
  2mq 3mq rep 4ba lao frt bak oth int cnc glo tdx ndx xxa xxb xxc xxd xxe xxf xxg addesth esthgr epjer prazar 1macc 2macc
  3macc 4macc 1esd 2esd prman addps odes psssol 4ezra 5ezra 6ezra adddan dangr eplao 1en songthr addps151 ps151 jsa
  jdb tbs sst dnt blt 1meq 2meq 3meq sirp wsir letbar apcbar paralipjer jos asen 1enoch 2enoch 3cor epcorpaul epjerem 1clem 2clem`.split(
    /\s+/,
  ),
)
const BY_CODE = new Map(
  BOOKS.flatMap((book) => [
    [book.osis.toLowerCase(), book],
    [book.usfm.toLowerCase(), book],
    // Some Korean files name the letters of John so: 요1.
    ...(/^[123]John$/.test(book.osis) ? ([[`요${book.osis[0]}`, book]] as const) : []),
  ]),
)

/**
 * The book with an OSIS or USFM identifier (also with a number before it) or an English or Korean name; 'left out' for
 * what LEFT_OUT names; null for other text.
 */
export const knownBook = (code: string): Book | 'left out' | null => {
  const key = code.trim().toLowerCase()
  const isOutside = LEFT_OUT.has(key) || LEFT_OUT.has(key.replace(/[^\p{L}\p{N}]/gu, ''))
  // Some codes are names of files with one book: 65JUD or 65-JUD.
  const numbered = /^\d{2,3}[-_]?(?<usfm>[1-4]?[a-z]{2,3})$/.exec(key)?.groups?.usfm ?? ''
  const book = BY_CODE.get(key) ?? (isOutside ? null : (findBook(code) ?? BY_CODE.get(numbered) ?? null))
  return book ?? (isOutside || LEFT_OUT.has(numbered) ? 'left out' : null)
}
