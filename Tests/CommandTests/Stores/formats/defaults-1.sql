CREATE TABLE value (suite TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (suite, key)) WITHOUT ROWID;
INSERT INTO value VALUES('group:group.travel','home',X'a44265726e');
INSERT INTO value VALUES('journey-a53a3a62515ab776a23f60feaf74c07b058ede39','answer',X'ac31323a303520426173656c0a');
INSERT INTO value VALUES('journey-a53a3a62515ab776a23f60feaf74c07b058ede39','runs',X'03');
INSERT INTO value VALUES('journey-a53a3a62515ab776a23f60feaf74c07b058ede39','stops',X'93a5426173656ca54f6c74656ea75ac3bc72696368');
PRAGMA user_version = 1;
