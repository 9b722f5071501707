export const differs =
  'What arrived here is not the document that is to be signed. Load the page again'
