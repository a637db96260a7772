import { BOOKS, type Book } from './books.ts'
import { normalForm } from './normal-form.ts'

/**
 * Names of the books in German (Luther, Einheitsübersetzung, with their abbreviations), French and Spanish, without
 * spaces and accents. They are in canonical order, with a slash between books. The parser does not use this list,
 * because some of the names mean another book in English. The list only serves for the suggestion "Did you mean …?".
 */
const NAMES =
  '1Mose 1Mo 1Buchmose Genese Genesis/2Mose 2Mo Exode Exodo/3Mose 3Mo Levitique Levitico Levitikus/4Mose 4Mo Nombres Numeros Numeri' +
  '/5Mose 5Mo Deuteronome Deuteronomio Deuteronomium Dtn/Josua Jos Josue/Richter Ri Juges Jueces/Rut' +
  '/1Samuel 1Sam/2Samuel 2Sam/1Konige 1Koenige 1Kon 1Koen 1Rois 1Reyes/2Konige 2Koenige 2Kon 2Koen 2Rois 2Reyes' +
  '/1Chronik 1Chr 1Chroniques 1Cronicas/2Chronik 2Chr 2Chroniques 2Cronicas/Esra Esr Esdras/Nehemia Nehemie Nehemias/Ester' +
  '/Hiob Ijob Hi/Psalm Psalmen Psaume Psaumes Salmo Salmos/Spruche Sprueche Spr Sprichworter Proverbes Proverbios' +
  '/Prediger Pred Kohelet Koh Ecclesiaste Eclesiastes/Hoheslied Hohelied Hld Cantique Cantiquedescantiques Cantares Cantardeloscantares' +
  '/Jesaja Jes Esaie Isaias/Jeremia Jeremie Jeremias/Klagelieder Klgl Kla Lamentaciones/Hesekiel Hes Ezechiel Ez Ezequiel' +
  '/Daniel/Hosea Osee Oseas/Joel/Amos/Obadja Obd Abdias/Jona Jonas/Micha Mi Michee Miqueas/Nahum/Habakuk Habacuc' +
  '/Zefanja Zef Zephanja Sophonie Sofonias/Haggai Aggee Hageo Ageo/Sacharja Sach Zacharie Zacarias/Maleachi Malachie Malaquias' +
  '/Matthaus Matthaeus Matthieu Mateo/Markus Marc Marcos/Lukas Luc Lucas/Johannes Jean Juan/Apostelgeschichte Apg Actes Hechos' +
  '/Romer Roemer Rom Roem Romains Romanos/1Korinther 1Kor 1Corinthiens 1Corintios/2Korinther 2Kor 2Corinthiens 2Corintios' +
  '/Galater Galates Galatas/Epheser Ephesiens Efesios/Philipper Philippiens Filipenses/Kolosser Kol Colossiens Colosenses' +
  '/1Thessalonicher 1Thessaloniciens 1Tesalonicenses/2Thessalonicher 2Thessaloniciens 2Tesalonicenses' +
  '/1Timotheus 1Timothee 1Timoteo/2Timotheus 2Timothee 2Timoteo/Tite Tito/Filemon Filem/Hebraer Hebraeer Hebreux Hebreos' +
  '/Jakobus Jak Jacques Santiago/1Petrus 1Petr 1Pierre 1Pedro/2Petrus 2Petr 2Pierre 2Pedro' +
  '/1Johannes 1Jean 1Juan/2Johannes 2Jean 2Juan/3Johannes 3Jean 3Juan/Judas/Offenbarung Offb Offbg Apocalipsis'

const bare = (name: string): string =>
  normalForm(name, 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const BY_NAME: ReadonlyMap<string, Book> = new Map(
  NAMES.split('/').flatMap((names, index) => {
    const book = BOOKS[index]
    return book ? names.split(' ').map((name) => [bare(name), book] as const) : []
  }),
)

/** The book with this German, French or Spanish name. Null for any other name. */
export const bookInAnotherLanguage = (name: string): Book | null => BY_NAME.get(bare(name.slice(0, 60))) ?? null
