import type { Book } from './books.ts'

/**
 * The chapters that have more verses in some versification than in the standard one, with the greatest count:
 * `BOOK chapter:verses`. With this table the browser can check a verse without loading versification-tables.ts. A test
 * compares the two tables.
 */
const WIDER_CHAPTERS = `
GEN 32:33 EXO 7:29 21:37 LEV 5:26 NUM 13:34 17:28 20:30 25:19 30:17 DEU 13:19 23:26 28:69 JOS 4:25 5:16 JDG 5:32 1SA
20:43 21:16 24:23 2SA 19:44 1KI 5:32 21:43 22:54 2KI 12:22 1CH 5:41 12:41 2CH 1:18 13:23 NEH 3:38 10:40 EST 10:13
11:12 12:6 13:18 14:19 15:19 16:24 JOB 16:23 39:35 40:32 PSA 2:13 3:9 4:10 5:13 6:11 7:18 8:10 9:39 11:9 12:9 13:7
15:11 16:15 17:51 18:51 19:15 20:14 21:32 22:32 23:10 24:22 26:14 28:11 29:13 30:25 31:25 32:22 33:23 34:28 36:40
38:23 39:18 40:18 41:14 42:12 43:27 44:27 45:18 46:12 47:15 48:21 49:23 51:21 52:11 53:9 54:24 55:24 56:14 57:12 58:18
59:18 60:14 61:13 62:13 63:12 64:14 65:20 67:36 68:37 69:37 70:24 72:28 75:13 76:21 77:72 79:20 80:20 81:17 82:19
83:19 84:14 85:17 87:19 88:53 89:53 92:16 93:23 95:13 100:8 101:29 102:29 103:35 104:45 105:48 108:31 110:10 113:26
114:9 115:19 117:29 118:176 120:8 121:9 123:8 125:6 127:6 128:8 131:18 134:21 135:26 138:24 140:14 142:12 143:15
144:21 146:11 151:7 ECC 4:17 7:30 SNG 5:17 7:14 ISA 8:23 JER 8:23 26:28 27:46 28:64 30:33 31:44 37:24 38:40 39:44
41:22 43:32 45:28 47:16 EZK 21:37 DAN 3:100 6:29 13:65 14:41 HOS 2:25 12:15 14:10 JOL 4:21 AMO 6:15 JON 2:11 MIC 4:14
NAM 2:14 HAG 2:24 ZEC 2:17 MAL 3:24 MRK 8:39 JHN 6:72 ROM 14:26 3JN 1:15 REV 12:18`

const WIDER = new Map<string, number>()
let usfm = ''
for (const word of WIDER_CHAPTERS.trim().split(/\s+/)) {
  const [chapter, verses] = word.split(':')
  if (verses === undefined) usfm = word
  else WIDER.set(`${usfm} ${chapter}`, Number(verses))
}

/**
 * The most verses that a chapter has in a versification other than the standard. 0 if none has more than the standard.
 */
export const versesElsewhere = (book: Book, chapter: number): number => WIDER.get(`${book.usfm} ${chapter}`) ?? 0
