import { editableOf } from '@pathlight/contracts/kind-rules.ts'
import { checkVersions, type EditedVersions } from '../known-versions.ts'
import { RuleBroken } from '../rule.ts'
import { isVisible } from '../visible.ts'
import { writtenItem } from '../written-item.ts'
import { type PadEvent, type PadItem, type PadPlace, padKind } from './pad-item.ts'

/**
 * The rules of study pads. The service checks the entries, because the domain does not know which verses and versions
 * exist.
 */
export const pad = writtenItem<'pad', PadItem, PadEvent, PadPlace, EditedVersions>(padKind, {
  textOf: (item) => editableOf('pad', item),
  placeOf: ({ id, user_id }) => ({ padId: id, userId: user_id }),
  checkText: ({ title }) => {
    if (!isVisible(title)) throw new RuleBroken('invalid', 'pad_title_empty', 'A study pad needs a title.')
  },
  checkEdit: ({ entries }, facts) => {
    const before = entries.flatMap((entry) => (entry.type === 'passage' ? [entry.version] : []))
    checkVersions(facts, before)
  },
  exists: () => new RuleBroken('conflict', 'pad_exists', 'This study pad exists already.'),
  notFound: () => new RuleBroken('not_found', 'pad_not_found', 'No such pad.'),
})
