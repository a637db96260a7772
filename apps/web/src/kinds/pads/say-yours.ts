import type { PadItemKind } from '@pathlight/contracts/kind-rules.ts'
import type { TFunction } from 'i18next'

/** What a pad calls an item of the person's own: "Your note". */
export const sayYours = (t: TFunction, kind: PadItemKind): string =>
  t('pads.yours', { what: t(`history.one.${kind}`).toLowerCase() })
