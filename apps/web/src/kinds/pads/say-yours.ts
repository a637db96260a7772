import type { PadItemKind } from '@pathlight/contracts/kind-rules.ts'
import type { TFunction } from 'i18next'

/** The name of one of the person's items in a pad: "Your note". */
export const sayYours = (t: TFunction, kind: PadItemKind): string =>
  t('pads.yours', { what: t(`history.one.${kind}`).toLowerCase() })
