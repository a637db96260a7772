import { findBook } from './books.ts'
import type { Reference } from './format-reference.ts'

/**
 * A passage for each day of the year, 29 February included, with one line for each month. The passages are in the
 * standard numbering. Each passage encourages and makes sense without its chapter. The passages come from all parts of
 * the canon.
 */
const BY_MONTH: readonly string[] = [
  'Gen 1:1, Lam 3:22-23, Josh 1:9, Ps 90:12, Isa 43:18-19, Phil 3:13-14, Prov 3:5-6, Jer 29:11, 2Cor 5:17, Ps 37:5, Rom 8:28, Matt 6:33, Deut 31:8, Ps 118:24, Isa 40:31, Phil 4:13, Heb 11:1, Ps 16:11, Eccl 3:1, Prov 16:3, Rom 12:2, Matt 11:28-30, Ps 32:8, Mic 6:8, 1Cor 10:31, Ps 19:14, Col 3:23, John 8:12, Ps 119:105, Isa 30:21, Exod 33:14',
  '1Cor 13:4-5, 1Cor 13:6-7, 1Cor 13:13, 1John 4:7-8, 1John 4:10, John 13:34-35, John 15:12-13, Rom 5:8, Rom 8:38-39, Eph 3:17-19, 1Pet 4:8, Col 3:14, Song 8:7, Jer 31:3, Zeph 3:17, Ps 103:11-12, Ps 136:1, Deut 7:9, Hos 2:19, Prov 17:17, Ruth 1:16, Eccl 4:9-10, 1John 3:1, 1John 3:18, Gal 5:22-23, Rom 13:10, Lev 19:18, 1John 4:18-19, Isa 54:10',
  'Ps 51:10, Joel 2:13, 1John 1:9, Isa 1:18, Ps 139:23-24, 2Chr 7:14, Ps 34:18, Matt 4:4, Isa 55:6-7, Ps 86:5, Acts 3:19, Ezek 36:26, Rom 3:23-24, Mark 8:34-35, Gal 2:20, Heb 4:15-16, Luke 15:20, Ps 130:5-6, Mic 7:18-19, Eph 2:8-9, Titus 3:5, Rom 6:23, John 3:16, John 3:17, Isa 53:5, 1Pet 2:24, Phil 2:5-7, Phil 2:8-9, Luke 9:23, Heb 12:1-2, Rom 5:1-2',
  'John 11:25-26, 1Cor 15:3-4, 1Cor 15:20, 1Cor 15:55, 1Cor 15:57-58, 1Pet 1:3, Rom 6:4, Col 3:1-2, Matt 28:6, Matt 28:20, John 20:29, Luke 24:32, 1Thess 4:14, 2Tim 1:10, Rev 1:17-18, Job 19:25, Ps 30:5, John 14:19, Rom 10:9, Acts 4:12, 2Cor 4:16, 2Cor 4:17-18, Song 2:11-12, Isa 61:11, Hos 6:3, Ps 96:11-12, Zech 4:6, John 12:24, Eph 1:18-19, Rom 8:11',
  'Eph 6:1-3, Prov 31:25-26, Prov 31:30, Ps 127:3, Exod 20:12, Deut 6:5-7, Prov 22:6, Ps 128:1-2, Josh 24:15, Isa 66:13, Isa 49:15-16, Col 3:12-13, Col 3:15-16, Eph 4:2-3, Eph 4:32, Ps 133:1, Rom 12:9-10, Rom 12:12, Rom 12:15-16, Rom 15:5-6, Rom 15:13, Gal 6:2, Gal 6:9, 1Thess 5:11, Heb 10:24-25, Phil 2:3-4, 1Pet 3:8, Matt 5:14-16, Mark 10:14-15, Prov 1:7, 2Tim 3:14-15',
  'Acts 1:8, Acts 2:17, Acts 2:42, John 14:26, John 14:27, John 16:13, John 16:33, Rom 8:14-15, Rom 8:26, 1Cor 12:4-6, 2Cor 3:17, 2Cor 3:18, Gal 5:25, Eph 4:4-6, Eph 5:18-19, 2Tim 1:7, 1Cor 3:16, Joel 2:28, Isa 44:3, Ps 104:30, Gen 1:27, Gen 1:31, Ps 8:3-4, Ps 19:1, Ps 24:1-2, Ps 33:4-5, Ps 95:6-7, Ps 100:3, Ps 100:4-5, Job 12:10',
  'Gal 5:1, John 8:31-32, John 8:36, Ps 33:12, Prov 14:34, Matt 22:37-39, 2Chr 16:9, Ps 46:1-2, Ps 46:10, Isa 41:10, Isa 41:13, Isa 43:1, Isa 43:2, Nah 1:7, Ps 27:1, Ps 27:4, Ps 27:13-14, Ps 28:7, Ps 31:24, Ps 34:4-5, Ps 34:8, Ps 55:22, Ps 56:3-4, Ps 62:1-2, Ps 73:26, Ps 91:1-2, Ps 94:18-19, Ps 121:1-2, Ps 121:7-8, Ps 125:1, Prov 18:10',
  'Ps 1:1-2, Ps 1:3, Ps 23:1-3, Ps 23:4, Ps 23:6, Ps 42:1, Ps 42:11, Ps 63:1, Ps 84:10-11, John 4:14, John 6:35, John 7:38, John 10:10-11, John 10:27-28, John 14:1, John 14:6, John 15:5, Matt 5:3-4, Matt 5:5-6, Matt 5:7-8, Matt 5:9-10, Matt 5:44-45, Matt 6:9-10, Matt 6:19-21, Matt 6:26, Matt 6:34, Matt 7:7-8, Matt 7:12, Matt 7:24-25, Mark 9:23, Mark 11:24',
  'Prov 2:6, Prov 3:9-10, Prov 4:23, Prov 9:10, Prov 10:12, Prov 11:25, Prov 12:25, Prov 15:1, Prov 16:9, Prov 19:21, Prov 27:17, Eccl 3:11, Eccl 12:13, Jas 1:2-4, Jas 1:5, Jas 1:12, Jas 1:17, Jas 1:22, Jas 3:17-18, Jas 4:8, Jas 4:10, Jas 5:16, 2Tim 2:15, 2Tim 3:16-17, Heb 4:12, Ps 119:9, Ps 119:11, Ps 119:50, Ps 119:130, Isa 55:10-11',
  'Isa 40:28-29, Isa 26:3, Isa 26:4, Isa 12:2, Isa 40:8, Isa 55:8-9, Isa 58:10-11, Jer 17:7-8, Jer 32:17, Jer 33:3, Lam 3:25-26, Ezek 34:15-16, Dan 2:20-21, Dan 3:17-18, Amos 5:24, Jonah 2:2, Hab 2:4, Hab 3:17-18, Hab 3:19, Hag 2:4-5, Zech 9:9, Mal 3:6-7, Mal 4:2, Num 6:24-26, Deut 30:19-20, 1Sam 16:7, 2Sam 22:31, 1Kgs 8:57-58, 1Chr 16:11, Neh 8:10, Rom 1:16-17',
  '1Thess 5:16-18, Ps 9:1-2, Ps 40:1-3, Ps 65:11, Ps 67:1-2, Ps 92:1-2, Ps 103:1-2, Ps 103:13-14, Ps 106:1, Ps 107:8-9, Ps 116:12-13, Ps 138:3, Ps 145:8-9, Ps 145:18-19, Ps 147:3-4, Ps 150:6, 1Chr 16:34, 1Chr 29:11-12, Col 1:13-14, Col 1:16-17, Col 2:6-7, Col 3:17, Phil 1:6, Phil 4:4-5, Phil 4:6-7, Phil 4:8, Phil 4:11-12, Phil 4:19, 2Cor 9:7-8, Heb 13:15-16',
  'Isa 9:2, Isa 11:1-2, Isa 40:3-5, Isa 35:3-4, Isa 60:1, Isa 52:7, Jer 23:5-6, Mic 5:2, Gal 4:4-5, Luke 1:37, Luke 1:38, Luke 1:46-47, Luke 1:78-79, Rom 13:12, Rev 3:20, Rev 21:3-4, Rev 22:13, 1Tim 1:15, 2Cor 8:9, Isa 7:14, Matt 1:21, Matt 1:23, John 1:1-3, Isa 9:6, Luke 2:10-12, Luke 2:14, John 1:14, Heb 1:1-2, 2Pet 3:9, Jude 1:24-25, Heb 13:8',
]

/** Reads `Gen 1:1` or `Lam 3:22-23`: an OSIS book, a chapter, and a verse or a range of verses. */
const readReference = (text: string): Reference => {
  const [, osis = '', chapter, verse, endVerse = verse] = /^(\w+) (\d+):(\d+)(?:-(\d+))?$/.exec(text) ?? []
  const numbers = {
    chapter: Number(chapter),
    endChapter: Number(chapter),
    verse: Number(verse),
    endVerse: Number(endVerse),
  }
  return { book: findBook(osis)?.name.en ?? osis, ...numbers }
}

/**
 * The passage of a day in the standard numbering, the same every year. `month`: 1 to 12. `day`: 1 to 31. A day that
 * does not exist (31 April) has the passage of the first of its month. A month that does not exist counts as January.
 */
export const dailyReference = (month: number, day: number): Reference => {
  const days = (BY_MONTH[month - 1] ?? BY_MONTH[0] ?? '').split(', ')
  return readReference(days[day - 1] ?? days[0] ?? '')
}
