import { CATALOGUE, openCatalogue } from '../catalogue/open-catalogue.ts'
import { complain } from './terminal.ts'

/** The catalogue that the environment names. `before` is done before anything is said about it. */
export const catalogue = (before = () => {}) =>
  openCatalogue(process.env.BIBLE_CATALOGUE_URL || CATALOGUE, {
    onRetry: (sentence) => {
      before()
      complain(sentence)
    },
  })
