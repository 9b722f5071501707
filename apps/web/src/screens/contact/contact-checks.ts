/** The server checks the same; here people see it as they type. */
export const contactChecks = {
  name: (name: string) => (name.trim().length < 2 ? 'Your name' : null),
  email: (email: string) => (/^\S+@\S+\.\S+$/.test(email.trim()) ? null : 'Invalid email'),
  topic: () => null,
  message: (message: string) =>
    message.trim().length < 20 ? 'Write a sentence or more, so that we can help' : null,
  website: () => null,
}
