/**
 * The header by which the web server asks for a page in one piece and uncompressed, to share it with
 * all visitors: its status then says whether the whole of it could be rendered. No visitor's request
 * gets here with it.
 */
export const wholePage = 'x-whole-page'
