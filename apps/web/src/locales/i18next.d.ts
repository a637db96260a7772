import type { Catalogue, CatalogueWords, ChangeWords } from './catalogues.ts'
import type en from './en.json'

type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

declare module 'i18next' {
  /** What keys there are: those of every page and of all catalogues. A key without words does not compile. */
  interface CustomTypeOptions {
    defaultNS: 'everywhere'
    resources: { everywhere: typeof en & Together<CatalogueWords[Catalogue] | ChangeWords[keyof ChangeWords]> }
  }
}
