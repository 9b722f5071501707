/**
 * The server checks the same; here people see it as they type. `start` stood in the message before
 * they typed, so it does not count.
 */
export const contactChecks = (start: string) => ({
  name: (name: string) => (countCharacters(name) < 2 ? 'Enter your name' : null),
  email: (email: string) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'Invalid email'),
  topic: () => null,
  message: (message: string) =>
    countCharacters(withoutStart(message.trim(), start.trim())) < 20
      ? 'Write a sentence or more, so that we can help'
      : null,
  website: () => null,
})

const withoutStart = (message: string, start: string) =>
  message.startsWith(start) ? message.slice(start.length) : message

/** As the server counts: an emoji is one character. */
const countCharacters = (text: string) => Array.from(text.trim()).length
