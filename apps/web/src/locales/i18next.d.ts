import type { Catalogue, CatalogueWords, ChangeWords } from './catalogues.ts'
import type en from './en.json'

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

declare module 'i18next' {
  /** The keys of every page and of all catalogues. A key without words does not compile. */
  interface CustomTypeOptions {
    defaultNS: 'everywhere'
    resources: { everywhere: typeof en & Intersection<CatalogueWords[Catalogue] | ChangeWords[keyof ChangeWords]> }
  }
}
