import { LanguageButton } from './language-button.tsx'
import { LanguageChoice } from './language-menu.tsx'

/** The language menu on a button with the chosen language. */
const NamedLanguageMenu = ({ openAtOnce }: { openAtOnce: boolean }) => (
  <LanguageChoice openAtOnce={openAtOnce} trigger={<LanguageButton />} />
)
export default NamedLanguageMenu
