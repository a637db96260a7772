import type { PadItemKind } from '@pathlight/contracts/kind-rules.ts'
import type { TFunction } from 'i18next'

/** How a pad names one of the person's items: "Your note". */
export const sayYours = (t: TFunction, kind: PadItemKind): string =>
  t('pads.yours', { what: t(`history.one.${kind}`).toLowerCase() })
