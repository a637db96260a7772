import type { OddPlace } from '@pathlight/contracts/odd-places.ts'
import type { Imported } from '../importers/import-bible.ts'
import { oddInWords } from '../importers/odd-places.ts'
import { booksIn, count, say } from './terminal.ts'

/** How many odd places are printed after an import. The command `verify CODE` prints all stored ones. */
const SAID = 10

export const sayOddPlaces = ({ odd, oddTotal }: { odd: readonly OddPlace[]; oddTotal: number }, most = SAID) => {
  if (oddTotal === 0) return
  say(`Odd places (${count(oddTotal)}), taken with all their words:`)
  for (const place of odd.slice(0, most)) {
    const where = place.file === null ? '' : `${place.file}${place.line === null ? '' : `, line ${place.line}`}: `
    say(`  ${where}${oddInWords(place)}`)
  }
  if (oddTotal > most) say(`  and ${count(oddTotal - Math.min(most, odd.length))} more`)
}

/** Prints the outcome of an import. `began`: the time of its start, by performance.now(). */
export const sayImported = (imported: Imported, began: number) => {
  const took = performance.now() - began
  const { code, verses, books, format } = imported
  const speed = count(Math.round((verses / took) * 1000))
  say(
    `${code}: ${count(verses)} verses in ${booksIn(books)}, from ${format}, in ${(took / 1000).toFixed(1)} s (${speed} verses/s).`,
  )
  if (imported.replaced) say('It replaced the version of that code that was here.')
  if (imported.bridges > 0) say(`${count(imported.bridges)} texts cover several verse numbers.`)
  sayOddPlaces(imported)
}
