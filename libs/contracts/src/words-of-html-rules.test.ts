import { expect, it } from 'vitest'
import { wordsOfHtml } from './words-of-html-rules.ts'

it.each([
  ['<div>So <b>loved</b></div><p>the world</p>', 'So loved\nthe world'],
  ['one<br>two<br/><br/>three', 'one\ntwo\n\nthree'],
  ['<ul><li>grace</li><li>hope</li></ul>', '- grace\n- hope'],
  ['<p>a &lt; b &amp; c&nbsp;d</p>', 'a < b & c\u00a0d'],
  ['<p>before<script>steal()</script><style>p{}</style> after</p>', 'before after'],
  ['<p onclick="steal()">words</p><img src=x onerror="steal()">', 'words'],
  ['plain words, 1 < 2\nin two lines', 'plain words, 1 < 2\nin two lines'],
  ['<p>한글 <i>메모</i></p>', '한글 메모'],
  ['<p></p><div> </div>', ''],
])('makes %j plain words', (html, words) => expect(wordsOfHtml(html)).toBe(words))
