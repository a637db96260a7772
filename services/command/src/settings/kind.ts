import type { Kind } from '../kind.ts'
import { changeSettings } from './change-settings.ts'

export const settingsKind: Kind = {
  routes: (app, dependencies) => changeSettings(app, '/api/users/settings', dependencies),
}
