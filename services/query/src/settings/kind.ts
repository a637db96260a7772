import { settingsKind as item } from '@pathlight/domain/settings/settings-item.ts'
import type { AnyProjection } from '@pathlight/read-models/projection.ts'
import type { Kind } from '../kind.ts'
import { getSettings } from './get-settings.ts'
import { settings } from './projection.ts'

export const settingsKind: Kind = {
  item,
  projections: [settings as AnyProjection],
  counted: null,
  onChapter: null,
  routes: (app, dependencies) => getSettings(app, '/api/users/settings', dependencies),
}
