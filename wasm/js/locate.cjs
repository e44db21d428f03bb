module.exports = require('./required.cjs')(() => require('./locate.js'), 'seesaw/locate');
